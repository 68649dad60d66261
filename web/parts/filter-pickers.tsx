import { filterLabels, text } from '../messages/tasks.ts'
import { DatePicker } from '../ui/date-picker.tsx'
import { openLayer } from '../ui/layer.ts'
import { Picker } from '../ui/picker.tsx'
import { asked, askFilter } from './asked.ts'
import { filterKinds, filterNames, unlisted, type KnownFilter } from './filter-names.ts'
import { takesTyped, valuesOf } from './filter-values.tsx'

export function askForFilter(anchor: Element): void {
  openLayer((close) => <FilterNames anchor={anchor} close={close} />, anchor)
}

interface LayerProps {
  anchor: Element
  close: () => void
}

function FilterNames({ anchor, close }: LayerProps) {
  const { question: query, place: container } = asked.value
  const names = filterNames.filter((name) => !unlisted.includes(name) && name !== container.kind)
  const pick = (id: string) => askForValues(id as KnownFilter, anchor)
  return (
    <Picker
      anchor={anchor}
      label={text.addFilter}
      options={names.map((name) => ({ id: name, label: filterLabels[name] }))}
      selected={names.filter((name) => query.filters[name])}
      onPick={pick}
      onClose={close}
    />
  )
}

/** Opens the picker of a filter; toggles a filter that is on or off. */
export function askForValues(name: KnownFilter, anchor: Element): void {
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
  const { question: query, place: container } = asked.value
  const chosen = query.filters[name] ?? []
  const pick = (id: string) =>
    askFilter(name, chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const addTyped = (value: string) => pick(value.replaceAll(',', ' ').trim())
  return (
    <Picker
      anchor={anchor}
      label={filterLabels[name]}
      options={valuesOf(name, container, chosen)}
      selected={chosen}
      multiple
      onPick={pick}
      {...(takesTyped(name) && { onCreate: addTyped })}
      onClose={close}
    />
  )
}
