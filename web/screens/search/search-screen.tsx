import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { goWith, here } from '../../address.ts'
import { data } from '../../data/current.ts'
import { searchTexts as said } from '../../messages/palette.ts'
import { TopBar } from '../../parts/top-bar.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Virtual } from '../../ui/virtual.tsx'
import { SearchRow } from './search-row.tsx'
import './search.css'

/** Tasks by their words, among all that the person can read. What is searched is in the address. */
export function SearchScreen() {
  const { query } = here.value
  const text = (query.get('q') ?? '').trim()
  const titles = query.get('in') === 'title'
  return (
    <>
      <TopBar title={said.title} icon="search" />
      <Line titles={titles} />
      {text ? <Results key={`${titles} ${text}`} text={text} titles={titles} /> : <Empty text={said.hint} />}
    </>
  )
}

/** How long nothing is typed before it is looked for. */
const pause = 200

function Line({ titles }: { titles: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(here.value.query.get('q') ?? '')
  useEffect(() => {
    input.current!.focus()
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => goWith({ q: typed || null }, { replace: true }), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div class="search-line" role="search">
      <input
        ref={input}
        type="search"
        class="input"
        aria-label={said.label}
        placeholder={said.placeholder}
        dir="auto"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <label class="search-titles">
        <input
          type="checkbox"
          checked={titles}
          onChange={(event) =>
            goWith({ in: event.currentTarget.checked ? 'title' : null }, { replace: true })
          }
        />
        {said.inTitles}
      </label>
    </div>
  )
}

function Results({ text, titles }: { text: string; titles: boolean }) {
  const list = useMemo(() => {
    const filter = { search: text, ...(titles && { search_fields: 'title' }) }
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
  if (count === 0) return <Empty text={said.nothing(text)} />
  return (
    <div class="search-rows">
      <Virtual
        count={count}
        rowHeight={44}
        label={said.count(count)}
        onSee={(from, to) => list.see(from, to)}
        row={(index) => <SearchRow key={index} list={list} index={index} />}
      />
    </div>
  )
}
