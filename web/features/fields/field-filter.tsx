import { useState } from 'preact/hooks'
import type { Field } from '@svc/sdk'
import { fieldTexts } from '../../messages/fields.ts'
import { listTexts } from '../../messages/tasks.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { Icon } from '../../components/icon.tsx'
import { Picker, type PickerOption } from '../../components/picker.tsx'
import { Popover } from '../../components/popover.tsx'
import { showToast } from '../../components/toast.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { listMemberChoices } from '../tasks/choices.tsx'
import { parseCustomFilter } from '../views/filter-names.ts'
import { setFilter, setFilters, viewState } from '../views/view-state.ts'
import { toNumber } from './check-value.ts'
import { getFields } from './fields.ts'
import { formatFilterValue, isText, UNSET } from './filter-label.ts'
import { ColorDot } from '../../components/color-dot.tsx'
import './field-filter.css'

/** Number of custom fields that the server filters by at once. */
const MAX_FILTERED_FIELDS = 5

export function showFieldFilter(key: string, anchor: Element): void {
  const field = getFields()?.byKey.get(key)
  if (!field) return
  const filtered = new Set(
    Object.keys(viewState.peek().query.filters).flatMap((name) => parseCustomFilter(name)?.key ?? []),
  )
  if (!filtered.has(key) && filtered.size >= MAX_FILTERED_FIELDS)
    return showToast({ text: fieldTexts.tooManyFilters(MAX_FILTERED_FIELDS), kind: 'wrong' })
  const Filter = isTyped(field) ? TypedFilter : ChoiceFilter
  openLayer((close) => <Filter field={field} anchor={anchor} close={close} />, anchor)
}

const isTyped = (field: Field) => isText(field) || field.type === 'number' || field.type === 'date'

interface FilterProps {
  field: Field
  anchor: Element
  close: () => void
}

function listOptions(field: Field, chosen: readonly string[]): PickerOption[] {
  if (field.type === 'checkbox') return ['true', 'false'].map((id) => ({ id, label: formatFilterValue(field, id) }))
  const unset = { id: UNSET, label: fieldTexts.isUnset }
  if (field.type === 'select' || field.type === 'multi_select')
    return [
      ...field.options
        .filter(({ option, is_active }) => is_active || chosen.includes(option))
        .map(({ option, label, color }) => ({ id: option, label, icon: <ColorDot color={color} /> })),
      unset,
    ]
  const members = listMemberChoices()
  const others = chosen.filter((id) => id !== 'me' && id !== UNSET && !members.some((one) => one.id === id))
  return [
    { id: 'me', label: listTexts.myself, icon: <Icon name="person" /> },
    ...members,
    ...others.map((id) => ({ id, label: id })),
    unset,
  ]
}

function ChoiceFilter({ field, anchor, close }: FilterProps) {
  const name = `custom.${field.key}`
  const chosen = viewState.value.query.filters[name] ?? []
  const pick = (id: string) =>
    setFilter(name, chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <Picker
      anchor={anchor}
      label={field.name}
      options={listOptions(field, chosen)}
      selected={chosen}
      multiple
      onPick={pick}
      onClose={close}
    />
  )
}

/** Filter of texts by a part of them, and of numbers and dates by a range. */
function TypedFilter({ field, anchor, close }: FilterProps) {
  const { isUnset, setUnset, text, setText, range, setRange, apply } = useTypedFilter(field, close)
  const setBound = (bound: 'from' | 'to') => (value: string) => setRange({ ...range, [bound]: value })
  return (
    <Popover anchor={anchor} onClose={close} role="dialog" label={field.name}>
      <form class="field-filter" onSubmit={apply}>
        <bdi class="field-filter-name one-line">{field.name}</bdi>
        {isText(field) ? (
          <FormField label={fieldTexts.contains} hint={fieldTexts.exact}>
            <input
              class="input"
              data-focus
              dir="auto"
              disabled={isUnset}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </FormField>
        ) : (
          <span class="field-filter-range">
            <Bound field={field} label={fieldTexts.from} value={range.from} onChange={setBound('from')} isFirst />
            <Bound field={field} label={fieldTexts.to} value={range.to} onChange={setBound('to')} />
          </span>
        )}
        <label class="field-filter-unset">
          <input type="checkbox" checked={isUnset} onChange={(event) => setUnset(event.currentTarget.checked)} />
          {fieldTexts.isUnset}
        </label>
        <Button kind="main" small type="submit">
          {fieldTexts.apply}
        </Button>
      </form>
    </Popover>
  )
}

function useTypedFilter(field: Field, close: () => void) {
  const name = `custom.${field.key}`
  const { filters } = viewState.value.query
  const stored = (filters[name] ?? []).join(',')
  const [isUnset, setUnset] = useState(stored === UNSET)
  const [text, setText] = useState(stored === UNSET ? '' : stored)
  const [range, setRange] = useState({ from: filters[`${name}.from`]?.[0] ?? '', to: filters[`${name}.to`]?.[0] ?? '' })
  const apply = (event: Event) => {
    event.preventDefault()
    close()
    const parseBound = (value: string) => (isUnset || isText(field) ? [] : toBound(field, value))
    const values = isUnset ? [UNSET] : isText(field) && text.trim() ? [text.trim()] : []
    setFilters({ [name]: values, [`${name}.from`]: parseBound(range.from), [`${name}.to`]: parseBound(range.to) })
  }
  return { isUnset, setUnset, text, setText, range, setRange, apply }
}

function toBound({ type }: Field, typed: string): string[] {
  if (typed.trim() === '') return []
  if (type === 'date') return [typed]
  const value = toNumber(typed)
  return value === undefined ? [] : [String(value)]
}

interface BoundProps {
  field: Field
  label: string
  value: string
  onChange: (value: string) => void
  isFirst?: boolean
}

const Bound = ({ field, label, value, onChange, isFirst }: BoundProps) => (
  <FormField label={label}>
    <input
      class="input"
      {...(field.type === 'date' ? { type: 'date' as const } : { inputMode: 'decimal' as const })}
      dir="ltr"
      data-focus={isFirst}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </FormField>
)
