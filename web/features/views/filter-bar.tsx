import { filterLabels, listTexts } from '../../messages/tasks.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { withChunk } from '../../components/util/load-chunk.ts'
import { formatDay } from '../../components/util/dates.ts'
import { updateViewQuery, viewState, setFilter } from './view-state.ts'
import { filterKinds, filterNames, type SupportedFilter } from './filter-names.ts'
import { listFilterValues } from './filter-values.tsx'
import './filter-bar.css'

export function FilterBar() {
  const { query, container } = viewState.value
  const active = filterNames.filter((name) => query.filters[name] && name !== 'search' && name !== 'search_fields')
  return (
    <div class="filter-bar" role="group" aria-label={listTexts.filter}>
      {active.map((name) => (
        <Chip
          key={name}
          label={getFilterLabel(name, query.filters[name]!, container)}
          onClick={(event) => openValues(name, event.currentTarget)}
          onRemove={() => setFilter(name, [])}
        />
      ))}
      {active.length > 0 && (
        <Button kind="quiet" small onClick={() => updateViewQuery({ filters: {} })}>
          {listTexts.clearFilters}
        </Button>
      )}
    </div>
  )
}

function getFilterLabel(
  name: SupportedFilter,
  values: readonly string[],
  container: Parameters<typeof listFilterValues>[1],
): string {
  const label = filterLabels[name]
  if (filterKinds[name] === 'flag') return label
  if (filterKinds[name] === 'day') return `${label} ${formatDay(values[0]!.slice(0, 10))}`
  if (values.length > 3) return `${label}: ${listTexts.anyOf(values.length)}`
  const options = listFilterValues(name, container, values)
  return `${label}: ${values.map((id) => options.find((choice) => choice.id === id)!.label).join(', ')}`
}

const openValues = (name: SupportedFilter, anchor: Element): void =>
  void withChunk(
    () => import('./filter-pickers.tsx'),
    ({ showFilterValues }) => showFilterValues(name, anchor),
  )
