import { listTexts } from '../../messages/tasks.ts'
import { filterLabels, listMenuTexts } from '../../messages/list-menus.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { withChunk } from '../../components/util/load-chunk.ts'
import { formatDay } from '../../components/util/dates.ts'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { getLabel } from '../fields/fields.ts'
import { updateViewQuery, viewState, setFilters } from './view-state.ts'
import { filterNames, filterTable, isSupportedFilter, parseCustomFilter, type SupportedFilter } from './filter-names.ts'
import { canNegate, findExcludedValues, listFilterValues } from './filter-values.tsx'
import './filter-bar.css'
import { formatList } from '../../components/util/intl.ts'

/** A chip: a filter, or those of one custom field, which may have values and a range. */
interface ActiveFilter {
  id: string
  label: string
  names: readonly string[]
  open: ((anchor: Element) => void) | undefined
}

const isShown = (name: string) => name !== 'search' && name !== 'search_fields'

function listActiveFilters(): ActiveFilter[] {
  const { query, container } = viewState.value
  const { filters } = query
  const names = Object.keys(filters).filter(isShown)
  const keys = new Set(names.flatMap((name) => parseCustomFilter(name)?.key ?? []))
  const known = filterNames.filter((name) => names.includes(name))
  const others = names.filter((name) => !isSupportedFilter(name) && !parseCustomFilter(name))
  return [
    ...known.map((name) => ({
      id: name,
      label: getFilterLabel(name, filters[name]!, container),
      names: [name],
      open: (anchor: Element) => openValues(name, anchor),
    })),
    ...[...keys].map((key) => ({
      id: key,
      label: getCustomFieldDisplay()?.getCustomFilterLabel(key, filters) ?? key,
      names: names.filter((name) => parseCustomFilter(name)?.key === key),
      open: (anchor: Element) => openFieldFilter(key, anchor),
    })),
    ...others.map((name) => ({
      id: name,
      label: `${getLabel(name, filterLabels)}: ${formatList(filters[name]!)}`,
      names: [name],
      open: undefined,
    })),
  ]
}

export function FilterBar() {
  const active = listActiveFilters()
  return (
    <div class="filter-bar" role="group" aria-label={listTexts.filter}>
      {active.map(({ id, label, names, open }) => (
        <Chip
          key={id}
          label={label}
          {...(open && { onClick: (event: MouseEvent & { currentTarget: Element }) => open(event.currentTarget) })}
          onRemove={() => setFilters(Object.fromEntries(names.map((name) => [name, []])))}
        />
      ))}
      {active.length > 0 && (
        <Button kind="quiet" small onClick={() => updateViewQuery({ filters: {} })}>
          {listMenuTexts.clearFilters}
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
  const { kind } = filterTable[name]
  if (kind === 'flag') return label
  if (kind === 'day') return `${label} ${formatDay(values[0]!.slice(0, 10))}`
  const options = listFilterValues(name, container, values)
  const excluded = canNegate(name) ? findExcludedValues(options, values) : undefined
  if (excluded) return listMenuTexts.isNotAny(label, formatList(excluded.map((choice) => choice.label)))
  if (values.length > 3) return `${label}: ${listTexts.anyOf(values.length)}`
  return `${label}: ${formatList(values.map((id) => options.find((choice) => choice.id === id)!.label))}`
}

const loadPickers = () => import('./filter-pickers.tsx')

const openValues = (name: SupportedFilter, anchor: Element): void =>
  void withChunk(loadPickers, ({ showFilterValues }) => showFilterValues(name, anchor))

const openFieldFilter = (key: string, anchor: Element): void =>
  void withChunk(loadPickers, ({ showFieldFilter }) => showFieldFilter(key, anchor))
