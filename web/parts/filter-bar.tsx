import { filterLabels, text } from '../messages/tasks.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { withLate } from '../ui/late.ts'
import { day } from '../ui/time.ts'
import { ask, asked, askFilter } from './asked.ts'
import { filterKinds, filterNames, type KnownFilter } from './filter-names.ts'
import { valuesOf } from './filter-values.tsx'
import './filter-bar.css'

export function FilterBar() {
  const { question: query, place: container } = asked.value
  const active = filterNames.filter(
    (name) => query.filters[name] && name !== 'search' && name !== 'search_fields',
  )
  return (
    <div class="filter-bar" role="group" aria-label={text.filter}>
      {active.map((name) => (
        <Chip
          key={name}
          label={getFilterLabel(name, query.filters[name]!, container)}
          onClick={(event) => openValues(name, event.currentTarget)}
          onRemove={() => askFilter(name, [])}
        />
      ))}
      {active.length > 0 && (
        <Button kind="quiet" small onClick={() => ask({ filters: {} })}>
          {text.clearFilters}
        </Button>
      )}
    </div>
  )
}

function getFilterLabel(
  name: KnownFilter,
  values: readonly string[],
  container: Parameters<typeof valuesOf>[1],
): string {
  const label = filterLabels[name]
  if (filterKinds[name] === 'flag') return label
  if (filterKinds[name] === 'day') return `${label} ${day(values[0]!.slice(0, 10))}`
  if (values.length > 3) return `${label}: ${text.anyOf(values.length)}`
  const options = valuesOf(name, container, values)
  return `${label}: ${values.map((id) => options.find((choice) => choice.id === id)!.label).join(', ')}`
}

const loadPickers = () => import('./filter-pickers.tsx')

/** Opens the menu of filters. Its code is loaded on first use. */
export const openFilters = (anchor: Element): void =>
  void withLate(loadPickers, ({ askForFilter }) => askForFilter(anchor))

const openValues = (name: KnownFilter, anchor: Element): void =>
  void withLate(loadPickers, ({ askForValues }) => askForValues(name, anchor))
