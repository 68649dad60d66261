import { filterLabels, text } from '../messages/tasks.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { withLate } from '../ui/late.ts'
import { day } from '../ui/time.ts'
import { ask, asked, askFilter } from './asked.ts'
import { filterKinds, filterNames, type KnownFilter } from './filter-names.ts'
import { valuesOf } from './filter-values.tsx'
import './filter-bar.css'

/** The filters that are set, each a chip: a press changes it, its cross takes it away. */
export function FilterBar() {
  const { question, place } = asked.value
  const set = filterNames.filter(
    (name) => question.filters[name] && name !== 'search' && name !== 'search_fields',
  )
  return (
    <div class="filter-bar" role="group" aria-label={text.filter}>
      {set.map((name) => (
        <Chip
          key={name}
          label={wordsOf(name, question.filters[name]!, place)}
          onClick={(event) => openFilter(name, event.currentTarget)}
          onRemove={() => askFilter(name, [])}
        />
      ))}
      {set.length > 0 && (
        <Button kind="quiet" small onClick={() => ask({ filters: {} })}>
          {text.clearFilters}
        </Button>
      )}
    </div>
  )
}

/** A filter in words: `Status: Blocked, On hold`. */
function wordsOf(
  name: KnownFilter,
  values: readonly string[],
  place: Parameters<typeof valuesOf>[1],
): string {
  const label = filterLabels[name]
  if (filterKinds[name] === 'flag') return label
  if (filterKinds[name] === 'day') return `${label} ${day(values[0]!.slice(0, 10))}`
  if (values.length > 3) return `${label}: ${text.anyOf(values.length)}`
  const known = valuesOf(name, place, values)
  return `${label}: ${values.map((id) => known.find((choice) => choice.id === id)!.label).join(', ')}`
}

const pickers = () => import('./filter-pickers.tsx')

/** Asks which filter, and then for its values. What asks comes when it is first needed. */
export const openFilters = (anchor: Element): void =>
  void withLate(pickers, ({ askForFilter }) => askForFilter(anchor))

const openFilter = (name: KnownFilter, anchor: Element): void =>
  void withLate(pickers, ({ askForValues }) => askForValues(name, anchor))
