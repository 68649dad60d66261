import { filterLabels, text } from '../messages/tasks.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { DatePicker } from '../ui/date-picker.tsx'
import { openLayer } from '../ui/layer.ts'
import { Picker } from '../ui/picker.tsx'
import { day } from '../ui/time.ts'
import { ask, asked, askFilter } from './asked.ts'
import { filterKinds, filterNames, unlisted, type KnownFilter } from './filter-names.ts'
import { takesTyped, valuesOf } from './filter-values.tsx'
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

/** Asks which filter, and then for its values. */
export function openFilters(anchor: Element): void {
  openLayer((close) => <FilterNames anchor={anchor} close={close} />, anchor)
}

interface LayerProps {
  anchor: Element
  close: () => void
}

function FilterNames({ anchor, close }: LayerProps) {
  const { question, place } = asked.value
  const names = filterNames.filter((name) => !unlisted.includes(name) && name !== place.kind)
  const pick = (id: string) => openFilter(id as KnownFilter, anchor)
  return (
    <Picker
      anchor={anchor}
      label={text.addFilter}
      options={names.map((name) => ({ id: name, label: filterLabels[name] }))}
      selected={names.filter((name) => question.filters[name])}
      onPick={pick}
      onClose={close}
    />
  )
}

/** Opens what sets a filter: a list of its values, a calendar; one that is on or off is switched. */
export function openFilter(name: KnownFilter, anchor: Element): void {
  if (filterKinds[name] === 'flag') return askFilter(name, asked.value.question.filters[name] ? [] : ['true'])
  const Values = filterKinds[name] === 'day' ? FilterDay : FilterValues
  openLayer((close) => <Values name={name} anchor={anchor} close={close} />, anchor)
}

function FilterDay({ name, anchor, close }: LayerProps & { name: KnownFilter }) {
  const value = asked.value.question.filters[name]?.[0] ?? null
  return (
    <DatePicker
      anchor={anchor}
      label={filterLabels[name]}
      value={value}
      onPick={(date) => askFilter(name, date === null ? [] : [date])}
      onClose={close}
    />
  )
}

function FilterValues({ name, anchor, close }: LayerProps & { name: KnownFilter }) {
  const { question, place } = asked.value
  const chosen = question.filters[name] ?? []
  const pick = (id: string) =>
    askFilter(name, chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const typed = (value: string) => pick(value.replaceAll(',', ' ').trim())
  return (
    <Picker
      anchor={anchor}
      label={filterLabels[name]}
      options={valuesOf(name, place, chosen)}
      selected={chosen}
      multiple
      onPick={pick}
      {...(takesTyped(name) && { onCreate: typed })}
      onClose={close}
    />
  )
}
