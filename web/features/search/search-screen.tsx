import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { setQuery, currentLocation, buildTaskUrl } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { searchTexts as messages } from '../../messages/palette.ts'
import { TopBar } from '../../components/top-bar.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { toPixels } from '../../components/util/row-heights.ts'
import { VirtualList } from '../../components/virtual-list.tsx'
import type { RowList } from '../../store/types.ts'
import { getNamesById } from '../tasks/names-by-id.ts'
import { UserName } from '../members/user-name.tsx'
import { StatusIcon } from '../tasks/status-icon.tsx'
import './search.css'

export function SearchScreen() {
  const { query } = currentLocation.value
  const text = (query.get('q') ?? '').trim()
  const titlesOnly = query.get('in') === 'title'
  return (
    <>
      <TopBar title={messages.title} icon="search" />
      <SearchField titlesOnly={titlesOnly} />
      {text ? (
        <Results key={`${titlesOnly} ${text}`} text={text} titlesOnly={titlesOnly} />
      ) : (
        <EmptyState text={messages.hint} />
      )}
    </>
  )
}

const DEBOUNCE_MS = 200

function SearchField({ titlesOnly }: { titlesOnly: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(currentLocation.value.query.get('q') ?? '')
  useLayoutEffect(() => input.current!.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setQuery({ q: typed || null }, { replace: true }), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div class="search-line" role="search">
      <input
        ref={input}
        type="search"
        class="input"
        aria-label={messages.label}
        placeholder={messages.placeholder}
        dir="auto"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <label class="search-titles">
        <input
          type="checkbox"
          checked={titlesOnly}
          onChange={(event) => setQuery({ in: event.currentTarget.checked ? 'title' : null }, { replace: true })}
        />
        {messages.inTitles}
      </label>
    </div>
  )
}

function Results({ text, titlesOnly }: { text: string; titlesOnly: boolean }) {
  const list = useMemo(() => {
    const filter = { search: text, ...(titlesOnly && { search_fields: 'title' }) }
    return getStore().list('tasks', { filter, sort_by: 'updated_at', sort_order: 'desc' })
  }, [])
  useEffect(() => {
    list.setVisibleRange(0, 40)
    return () => list.close()
  }, [])
  const problem = list.problem.value
  if (problem) return <ErrorMessage problem={problem} retry={() => list.reload()} />
  const count = list.count.value ?? list.ids.value.length
  if (list.state.value === 'loading' && count === 0) return <Skeleton rows={12} height={toPixels(2.75)} />
  if (count === 0) return <EmptyState text={messages.nothing(text)} />
  return (
    <div class="search-rows">
      <VirtualList
        count={count}
        rowHeight={toPixels(2.75)}
        label={messages.count(count)}
        onRangeChange={(from, to) => list.setVisibleRange(from, to)}
        row={(index) => <SearchResult key={index} list={list} index={index} query={text} />}
      />
    </div>
  )
}

/** Splits a text at the searched one, as the server compares it: literally and case-insensitively. */
function MarkedText({ text, query }: { text: string; query: string }) {
  const at = text.toLowerCase().indexOf(query.toLowerCase())
  if (at < 0) return <>{text}</>
  const end = at + query.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

interface ResultProps {
  list: RowList<'tasks'>
  index: number
  query: string
}

function SearchResult({ list, index, query }: ResultProps) {
  const id = list.ids.value[index]
  const task = id === undefined ? undefined : getStore().row('tasks', id).value
  if (!task) return <div role="listitem" class="search-row" />
  const project = task.project_id && getNamesById('projects').get(task.project_id)
  return (
    <div role="listitem">
      <a
        class="search-row"
        href={buildTaskUrl(task.task_id)}
        aria-current={currentLocation.value.query.get('task') === task.task_id || undefined}
      >
        <StatusIcon value={task.status} named />
        <span class="search-title one-line" dir="auto">
          <MarkedText text={task.title} query={query} />
        </span>
        {project && (
          <span class="search-place one-line" dir="auto">
            {project}
          </span>
        )}
        {task.assignee && <UserName username={task.assignee} bare />}
      </a>
    </div>
  )
}
