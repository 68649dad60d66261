import { Fragment } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { paletteTexts as said } from '../../messages/palette.ts'
import { StatusIcon } from '../../parts/status.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { findAll, type Found } from './find-all.ts'
import { useServerSearch } from './use-server.ts'
import '../../ui/menu.css'
import '../../ui/picker.css'
import './palette.css'

interface PaletteProps {
  begun: string
  onClose: () => void
}

/** Everything by a few letters: what can be done here, tasks, places and people. */
export function Palette({ begun, onClose }: PaletteProps) {
  const [typed, setTyped] = useState(begun)
  const [at, setAt] = useState(0)
  const list = useId()
  const server = useServerSearch(/^[>+@]/.test(typed) ? '' : typed, 12)
  const rows = findAll(typed, server.rows)
  const active = Math.min(at, rows.length - 1)
  const run = (row: Found | undefined) => {
    if (!row) return
    onClose()
    row.run()
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step) setAt(Math.max(0, Math.min(rows.length - 1, active + step)))
    else if (event.key === 'Enter') run(rows[active])
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    setTyped(text)
    setAt(0)
  }
  return (
    <Dialog title={said.title} open bare wide class="palette" onClose={onClose}>
      <Line {...{ list, typed, type, keys, option: rows[active] && `${list}-${active}` }} />
      <Rows {...{ list, rows, active, run, setAt }} />
      <p class="palette-foot" role="status">
        {server.busy && typed.trim() ? said.searching : typed ? said.found(rows.length) : said.hint}
      </p>
    </Dialog>
  )
}

interface LineProps {
  list: string
  typed: string
  option: string | undefined
  type: (text: string) => void
  keys: (event: KeyboardEvent) => void
}

const Line = ({ list, typed, option, type, keys }: LineProps) => (
  <div class="palette-field">
    <Icon name="search" />
    <input
      autofocus
      role="combobox"
      aria-label={said.title}
      aria-expanded="true"
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={option}
      placeholder={said.placeholder}
      autocomplete="off"
      spellcheck={false}
      dir="auto"
      value={typed}
      onInput={(event) => type(event.currentTarget.value)}
      onKeyDown={keys}
    />
  </div>
)

interface RowsProps {
  list: string
  rows: readonly Found[]
  active: number
  run: (row: Found) => void
  setAt: (index: number) => void
}

function Rows({ list, rows, active, run, setAt }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <div ref={box} id={list} class="palette-list" role="listbox" aria-label={said.title}>
      {rows.map((row, index) => (
        <Fragment key={row.id}>
          {row.section !== rows[index - 1]?.section && row.section && (
            <div class="palette-section" role="presentation">
              {row.section}
            </div>
          )}
          <div
            id={`${list}-${index}`}
            role="option"
            class="menu-item"
            data-active={index === active || undefined}
            aria-selected={index === active}
            onPointerMove={() => index !== active && setAt(index)}
            onClick={() => run(row)}
          >
            <Row row={row} />
          </div>
        </Fragment>
      ))}
      {rows.length === 0 && <p class="picker-nothing">{said.nothing}</p>}
    </div>
  )
}

const Row = ({ row }: { row: Found }) => (
  <>
    {row.task ? <StatusIcon value={row.task.status} named /> : row.icon && <Icon name={row.icon} />}
    <span class="menu-item-label one-line" dir="auto">
      {row.label}
    </span>
    {row.hint && (
      <span class="picker-hint one-line" dir="auto">
        {row.hint}
      </span>
    )}
    {row.keys && <Kbd keys={row.keys} />}
  </>
)
