import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { pickerTexts } from '../messages/common.ts'
import { rankMatches, normalizeForSearch } from './util/text-search.ts'
import { Icon, type IconName } from './icon.tsx'
import { Popover, type Anchor } from './popover.tsx'
import { useId } from './util/use-id.ts'
import './menu.css'
import './picker.css'

export interface PickerOption {
  id: string
  label: string
  icon?: IconName | ComponentChildren
  hint?: string
}

interface PickerProps {
  anchor: Anchor
  label: string
  options: readonly PickerOption[]
  selected: readonly string[]
  multiple?: boolean
  onPick: (id: string) => void
  onCreate?: (text: string) => void
  /** Receives the typed text, for a search by the caller; options are then shown unfiltered. */
  onQuery?: (text: string) => void
  onClose: () => void
}

const MAX_OPTIONS = 100

export function Picker(props: PickerProps) {
  const { anchor, label, options, selected, multiple, onClose } = props
  const [typed, setTyped] = useState('')
  const [index, setIndex] = useState(() => options.findIndex(({ id }) => selected.includes(id)))
  const list = useId()
  const { rows, more, numbered } = listRows(props, typed)
  const active = Math.max(0, Math.min(index, rows.length - 1))
  const type = (text: string) => {
    setTyped(text)
    setIndex(0)
    props.onQuery?.(text)
  }
  const pick = (row: PickerOption | undefined) => {
    if (!row) return
    if (!multiple) onClose()
    if (row.id === createId) props.onCreate!(typed.trim())
    else props.onPick(row.id)
    if (multiple && typed) type('')
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    const row = event.key === 'Enter' ? rows[active] : findNumbered(numbered, event)
    if (step) setIndex(Math.max(0, Math.min(rows.length - 1, active + step)))
    else if (event.key === 'Enter' || row) pick(row)
    else if (event.key === 'Tab') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const option = rows[active] && `${list}-${active}`
  return (
    <Popover anchor={anchor} onClose={onClose} role="dialog" label={label}>
      <SearchField {...{ label, list, option, typed, type, handleKey }} />
      <Options
        {...{ list, rows, active, selected, multiple, label, pick, setIndex, more }}
        isNumbered={numbered.length > 0}
      />
    </Popover>
  )
}

const MAX_NUMBERED = 9

/** Returns whether digits choose options. They are text where a name may contain one. */
const canNumber = ({ options, onCreate, onQuery }: PickerProps): boolean =>
  !onCreate && !onQuery && options.length <= MAX_NUMBERED && !options.some(({ label }) => /\d/.test(label))

const findNumbered = (rows: readonly PickerOption[], { key, ctrlKey, metaKey }: KeyboardEvent) =>
  ctrlKey || metaKey ? undefined : rows[Number(key) - 1]

interface SearchFieldProps {
  label: string
  list: string
  option: string | undefined
  typed: string
  type: (text: string) => void
  handleKey: (event: KeyboardEvent) => void
}

const SearchField = ({ label, list, option, typed, type, handleKey }: SearchFieldProps) => (
  <div class="picker-field">
    <Icon name="search" size={14} />
    <input
      data-focus
      role="combobox"
      aria-label={label}
      aria-expanded="true"
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={option}
      placeholder={label}
      autocomplete="off"
      spellcheck={false}
      value={typed}
      onInput={(event) => type(event.currentTarget.value)}
      onKeyDown={handleKey}
    />
  </div>
)

const createId = ' make'

function listRows(props: PickerProps, typed: string) {
  const { options, onCreate, onQuery } = props
  const found = onQuery ? [...options] : rankMatches(typed, options, ({ label, hint }) => `${label} ${hint ?? ''}`)
  const rows = found.slice(0, MAX_OPTIONS)
  const text = typed.trim()
  if (onCreate && text && !options.some(({ label }) => normalizeForSearch(label) === normalizeForSearch(text)))
    rows.push({ id: createId, label: pickerTexts.make(text), icon: 'plus' })
  const numbered = canNumber(props) && !typed ? rows : []
  return { rows, more: found.length - Math.min(found.length, MAX_OPTIONS), numbered }
}

interface OptionsProps {
  list: string
  rows: PickerOption[]
  active: number
  selected: readonly string[]
  multiple: boolean | undefined
  label: string
  more: number
  isNumbered: boolean
  pick: (row: PickerOption) => void
  setIndex: (index: number) => void
}

function Options(props: OptionsProps) {
  const { list, rows, active, selected, multiple, label, more, isNumbered, pick, setIndex } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <>
      <div ref={box} id={list} class="picker-list" role="listbox" aria-label={label} aria-multiselectable={multiple}>
        {rows.map((row, index) => (
          <div
            key={row.id}
            id={`${list}-${index}`}
            role="option"
            class="menu-item"
            data-active={index === active || undefined}
            aria-selected={selected.includes(row.id)}
            onPointerMove={() => setIndex(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(row)}
          >
            <OptionRow row={row} selected={selected.includes(row.id)} />
            {isNumbered && (
              <span class="picker-number" aria-hidden="true">
                {index + 1}
              </span>
            )}
          </div>
        ))}
      </div>
      {rows.length === 0 && <p class="picker-nothing">{pickerTexts.nothing}</p>}
      {more > 0 && <p class="picker-nothing">{pickerTexts.more(more)}</p>}
    </>
  )
}

const OptionRow = ({ row, selected }: { row: PickerOption; selected: boolean }) => (
  <>
    {typeof row.icon === 'string' ? <Icon name={row.icon as IconName} /> : row.icon}
    <span class="menu-item-label one-line" dir="auto">
      {row.label}
    </span>
    {row.hint && (
      <span class="picker-hint one-line" dir="auto">
        {row.hint}
      </span>
    )}
    {selected && <Icon name="check" />}
  </>
)
