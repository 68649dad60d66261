import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { pickerTexts } from '../messages/en.ts'
import { find, fold } from './find.ts'
import { Icon, type IconName } from './icon.tsx'
import { Popover, type Anchor } from './popover.tsx'
import './menu.css'
import './picker.css'

export interface PickerOption {
  id: string
  label: string
  /** An icon of ours, or something drawn. */
  icon?: IconName | ComponentChildren
  /** Said smaller after it: a username, a key. Found by too. */
  hint?: string
}

interface PickerProps {
  anchor: Anchor
  /** What is picked, for screen readers and as the hint of its field. */
  label: string
  options: readonly PickerOption[]
  selected: readonly string[]
  /** Several may be picked, and it stays open. */
  multiple?: boolean
  onPick: (id: string) => void
  /** What was typed and is no option may be made. */
  onCreate?: (text: string) => void
  /** Told of what is typed, where the options are looked up elsewhere. They are shown as they are given then. */
  onQuery?: (text: string) => void
  onClose: () => void
}

/** As many options as are drawn: who looks for one among more types a letter. */
const most = 100

/** A list to pick from, filtered by what is typed: arrows move, Enter picks, Escape leaves. */
export function Picker(props: PickerProps) {
  const { anchor, label, options, selected, multiple, onClose } = props
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(() => options.findIndex(({ id }) => selected.includes(id)))
  const list = useId()
  const { rows, more } = rowsOf(props, typed)
  const active = Math.max(0, Math.min(at, rows.length - 1))
  const type = (text: string) => {
    setTyped(text)
    setAt(0)
    props.onQuery?.(text)
  }
  const pick = (row: PickerOption | undefined) => {
    if (!row) return
    if (!multiple) onClose()
    if (row.id === made) props.onCreate!(typed.trim())
    else props.onPick(row.id)
    if (multiple && typed) type('')
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step) setAt(Math.max(0, Math.min(rows.length - 1, active + step)))
    else if (event.key === 'Enter') pick(rows[active])
    else if (event.key === 'Tab') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const option = rows[active] && `${list}-${active}`
  return (
    <Popover anchor={anchor} onClose={onClose} role="dialog" label={label}>
      <Find {...{ label, list, option, typed, type, keys }} />
      <Options {...{ list, rows, active, selected, multiple, label, pick, setAt, more }} />
    </Popover>
  )
}

interface FindProps {
  label: string
  list: string
  option: string | undefined
  typed: string
  type: (text: string) => void
  keys: (event: KeyboardEvent) => void
}

const Find = ({ label, list, option, typed, type, keys }: FindProps) => (
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
      onKeyDown={keys}
    />
  </div>
)

const made = ' make'

function rowsOf({ options, onCreate, onQuery }: PickerProps, typed: string) {
  const found = onQuery ? [...options] : find(typed, options, ({ label, hint }) => `${label} ${hint ?? ''}`)
  const rows = found.slice(0, most)
  const text = typed.trim()
  if (onCreate && text && !options.some(({ label }) => fold(label) === fold(text)))
    rows.push({ id: made, label: pickerTexts.make(text), icon: 'plus' })
  return { rows, more: found.length - Math.min(found.length, most) }
}

interface OptionsProps {
  list: string
  rows: PickerOption[]
  active: number
  selected: readonly string[]
  multiple: boolean | undefined
  label: string
  more: number
  pick: (row: PickerOption) => void
  setAt: (index: number) => void
}

function Options(props: OptionsProps) {
  const { list, rows, active, selected, multiple, label, more, pick, setAt } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <>
      <div
        ref={box}
        id={list}
        class="picker-list"
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple}
      >
        {rows.map((row, index) => (
          <div
            key={row.id}
            id={`${list}-${index}`}
            role="option"
            class="menu-item"
            data-active={index === active || undefined}
            aria-selected={selected.includes(row.id)}
            onPointerMove={() => setAt(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(row)}
          >
            <OptionRow row={row} selected={selected.includes(row.id)} />
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
