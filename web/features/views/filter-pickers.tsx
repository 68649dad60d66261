import { useState } from 'preact/hooks'
import { listTexts } from '../../messages/tasks.ts'
import { filterLabels, listMenuTexts } from '../../messages/list-menus.ts'
import { DatePicker } from '../../components/date-picker.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { Picker } from '../../components/picker.tsx'
import { viewState, setFilter } from './view-state.ts'
import {
  filterTable,
  getFieldKey,
  isCustomName,
  listAddableFilters,
  toCustomName,
  type SupportedFilter,
} from './filter-names.ts'

export { showFieldFilter }
import { listContainerFields } from '../fields/container-fields.ts'
import { showFieldFilter } from '../fields/field-filter.tsx'
import { fieldTypeIcons } from '../fields/field-icon.ts'
import { canNegate, findExcludedValues, listFilterValues } from './filter-values.tsx'

export function showFilterMenu(anchor: Element): void {
  openLayer((close) => <FilterNames anchor={anchor} close={close} />, anchor)
}

interface LayerProps {
  anchor: Element
  close: () => void
}

function FilterNames({ anchor, close }: LayerProps) {
  const { query, container } = viewState.value
  const names = listAddableFilters(container.kind)
  const fields = listContainerFields(container)
  const pick = (id: string) =>
    isCustomName(id) ? showFieldFilter(getFieldKey(id), anchor) : showFilterValues(id as SupportedFilter, anchor)
  return (
    <Picker
      anchor={anchor}
      label={listTexts.addFilter}
      options={[
        ...names.map((name) => ({ id: name as string, label: filterLabels[name] })),
        ...fields.map(({ key, name, type }) => ({ id: toCustomName(key), label: name, icon: fieldTypeIcons[type] })),
      ]}
      selected={Object.keys(query.filters).map((name) => name.replace(/\.(from|to)$/, ''))}
      onPick={pick}
      onClose={close}
    />
  )
}

export function showFilterValues(name: SupportedFilter, anchor: Element): void {
  const { kind } = filterTable[name]
  if (kind === 'flag') return setFilter(name, viewState.value.query.filters[name] ? [] : ['true'])
  const Values = kind === 'day' ? FilterDay : FilterValues
  openLayer((close) => <Values name={name} anchor={anchor} close={close} />, anchor)
}

function FilterDay({ name, anchor, close }: LayerProps & { name: SupportedFilter }) {
  const value = viewState.value.query.filters[name]?.[0] ?? null
  return (
    <DatePicker
      anchor={anchor}
      label={filterLabels[name]}
      value={value}
      onPick={(date) => setFilter(name, date === null ? [] : [date])}
      onClose={close}
    />
  )
}

/** Makes a filter exclude its values. */
const negationOption = { id: ' not', label: listMenuTexts.isNot, icon: 'blocked' } as const

function FilterValues({ name, anchor, close }: LayerProps & { name: SupportedFilter }) {
  const { query, container } = viewState.value
  const chosen = query.filters[name] ?? []
  const options = listFilterValues(name, container, chosen)
  const [isNot, setNot] = useState(() => canNegate(name) && findExcludedValues(options, chosen) !== undefined)
  const isSingle = filterTable[name].isSingle
  const invert = (ids: readonly string[]) => options.map(({ id }) => id).filter((id) => !ids.includes(id))
  const selected = isNot && chosen.length > 0 ? invert(chosen) : isNot ? [] : chosen
  const pick = (id: string) => {
    if (id === negationOption.id) {
      setNot(!isNot)
      if (chosen.length > 0) setFilter(name, invert(chosen))
      return
    }
    const others = selected.filter((one) => one !== id)
    const next = selected.includes(id) ? others : isSingle ? [id] : [...others, id]
    setFilter(name, isNot && next.length > 0 ? invert(next) : next)
  }
  const addTyped = (value: string) => pick(value.replaceAll(',', ' ').trim())
  return (
    <Picker
      anchor={anchor}
      label={filterLabels[name]}
      options={canNegate(name) ? [...options, negationOption] : options}
      selected={isNot ? [negationOption.id, ...selected] : selected}
      multiple={!isSingle}
      onPick={pick}
      {...(filterTable[name].isFreeText && { onCreate: addTyped })}
      onClose={close}
    />
  )
}
