import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { goWith, here } from '../../address.ts'
import { data } from '../../data/current.ts'
import { searchTexts as messages } from '../../messages/palette.ts'
import { TopBar } from '../../parts/top-bar.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Virtual } from '../../ui/virtual.tsx'
import { SearchRow } from './search-row.tsx'
import './search.css'

/** Full-text search in all tasks that the user can read. The query is in the URL. */
export function SearchScreen() {
  const { query } = here.value
  const text = (query.get('q') ?? '').trim()
  const titlesOnly = query.get('in') === 'title'
  return (
    <>
      <TopBar title={messages.title} icon="search" />
      <SearchField titlesOnly={titlesOnly} />
      {text ? (
        <Results key={`${titlesOnly} ${text}`} text={text} titlesOnly={titlesOnly} />
      ) : (
        <Empty text={messages.hint} />
      )}
    </>
  )
}

const DEBOUNCE_MS = 200

function SearchField({ titlesOnly }: { titlesOnly: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(here.value.query.get('q') ?? '')
  useEffect(() => {
    input.current!.focus()
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => goWith({ q: typed || null }, { replace: true }), DEBOUNCE_MS)
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
          onChange={(event) =>
            goWith({ in: event.currentTarget.checked ? 'title' : null }, { replace: true })
          }
        />
        {messages.inTitles}
      </label>
    </div>
  )
}

function Results({ text, titlesOnly }: { text: string; titlesOnly: boolean }) {
  const list = useMemo(() => {
    const filter = { search: text, ...(titlesOnly && { search_fields: 'title' }) }
    return data().list('tasks', { filter })
  }, [])
  useEffect(() => {
    list.see(0, 40)
    return () => list.leave()
  }, [])
  const problem = list.problem.value
  if (problem) return <Failure problem={problem} retry={() => list.reload()} />
  const count = list.count.value ?? list.ids.value.length
  if (list.state.value === 'loading' && count === 0) return <Skeleton rows={12} height={44} />
  if (count === 0) return <Empty text={messages.nothing(text)} />
  return (
    <div class="search-rows">
      <Virtual
        count={count}
        rowHeight={44}
        label={messages.count(count)}
        onSee={(from, to) => list.see(from, to)}
        row={(index) => <SearchRow key={index} list={list} index={index} />}
      />
    </div>
  )
}
