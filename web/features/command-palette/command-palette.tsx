import { Fragment } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { paletteTexts as messages } from '../../messages/palette.ts'
import { StatusIcon } from '../tasks/status-icon.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import type { buildListCommands } from '../task-list/list-menus.ts'
import { searchAll, type PaletteRow } from './search-all.ts'
import type { Task } from '@svc/sdk'
import { createApiClient } from '../../api/client.ts'
import { isTaskKey } from '../../components/find-keys.ts'
import { getStore } from '../../store/current-store.ts'
import { useId } from '../../components/util/use-id.ts'
import '../../components/menu.css'
import '../../components/picker.css'
import './command-palette.css'

interface PaletteProps {
  initialText: string
  onClose: () => void
}

export function CommandPalette({ initialText, onClose }: PaletteProps) {
  const [typed, setTyped] = useState(initialText)
  const [index, setIndex] = useState(0)
  const listId = useId()
  const server = useServerSearch(/^[>+@]/.test(typed) ? '' : typed)
  const rows = searchAll(typed, server.rows, useListCommands())
  const active = Math.min(index, rows.length - 1)
  const run = (row: PaletteRow | undefined) => {
    if (!row) return
    onClose()
    row.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step) setIndex(Math.max(0, Math.min(rows.length - 1, active + step)))
    else if (event.key === 'Enter') run(rows[active])
    else return
    event.preventDefault()
  }
  const onType = (text: string) => {
    setTyped(text)
    setIndex(0)
  }
  return (
    <Dialog title={messages.title} open bare wide class="palette" onClose={onClose}>
      <SearchField {...{ listId, typed, onType, onKeyDown, activeId: rows[active] && `${listId}-${active}` }} />
      <Rows {...{ listId, rows, active, run, setIndex }} />
      <p class="palette-foot" role="status">
        {server.busy && typed.trim() ? messages.searching : typed ? messages.found(rows.length) : messages.hint}
      </p>
    </Dialog>
  )
}

/** Returns the commands of the list behind the palette, once they are loaded. */
function useListCommands(): readonly PaletteRow[] {
  const [rows, setRows] = useState<readonly PaletteRow[]>([])
  useEffect(() => {
    const more = document.querySelector('#tasks-more')
    if (!more) return
    const toRow = ({
      id,
      label,
      heading,
      icon,
      onSelect,
    }: ReturnType<typeof buildListCommands>[number]): PaletteRow => ({
      id: `list ${id}`,
      section: messages.commands,
      label: heading ? `${heading}: ${label}` : label,
      ...(icon && { icon }),
      // Focus returns to the list first.
      run: () => setTimeout(onSelect),
    })
    void import('../task-list/list-menus.ts').then(
      ({ buildListCommands }) =>
        setRows(buildListCommands(more, document.querySelector('main h1')?.textContent ?? '').map(toRow)),
      () => undefined,
    )
  }, [])
  return rows
}

interface SearchFieldProps {
  listId: string
  typed: string
  activeId: string | undefined
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

const SearchField = ({ listId, typed, activeId, onType, onKeyDown }: SearchFieldProps) => (
  <div class="palette-field">
    <Icon name="search" />
    <input
      autofocus
      role="combobox"
      aria-label={messages.title}
      aria-expanded="true"
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      placeholder={messages.placeholder}
      autocomplete="off"
      spellcheck={false}
      dir="auto"
      value={typed}
      onInput={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  </div>
)

interface RowsProps {
  listId: string
  rows: readonly PaletteRow[]
  active: number
  run: (row: PaletteRow) => void
  setIndex: (index: number) => void
}

function Rows({ listId, rows, active, run, setIndex }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <div ref={box} id={listId} class="palette-list" role="listbox" aria-label={messages.title}>
      {rows.map((row, index) => (
        <Fragment key={row.id}>
          {row.section !== rows[index - 1]?.section && row.section && (
            <div class="palette-section" role="presentation">
              {row.section}
            </div>
          )}
          <div
            id={`${listId}-${index}`}
            role="option"
            class="menu-item"
            data-active={index === active || undefined}
            aria-selected={index === active}
            onPointerMove={() => index !== active && setIndex(index)}
            onClick={() => run(row)}
          >
            <Row row={row} />
          </div>
        </Fragment>
      ))}
      {rows.length === 0 && <p class="picker-nothing">{messages.nothing}</p>}
    </div>
  )
}

const Row = ({ row }: { row: PaletteRow }) => (
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

const DEBOUNCE_MS = 120
const MAX_FOUND_TASKS = 12

function useServerSearch(text: string): { rows: readonly Task[]; busy: boolean } {
  const [result, setResult] = useState<{ text: string; rows: readonly Task[] }>({ text: '', rows: [] })
  const query = text.trim()
  useEffect(() => {
    if (query.length < 2) return setResult({ text: query, rows: [] })
    const controller = new AbortController()
    const search = async () => {
      const { data: rows } = await createApiClient(getStore().org).tasks.list(
        { filter: isTaskKey(query) ? { key: query } : { search: query }, limit: MAX_FOUND_TASKS },
        { signal: controller.signal },
      )
      setResult({ text: query, rows: rows.filter((row): row is Task & typeof row => 'title' in row) })
    }
    const timer = setTimeout(() => search().catch(() => undefined), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query])
  return { rows: result.text === query ? result.rows : [], busy: result.text !== query }
}
