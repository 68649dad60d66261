import { useComputed, useSignal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Notification } from '@svc/sdk'
import { useEffect, useMemo } from 'preact/hooks'
import { go, goWith, here } from '../../address.ts'
import { data } from '../../data/current.ts'
import type { List } from '../../data/data.ts'
import { inbox as messages } from '../../messages/inbox.ts'
import { setOrder } from '../../parts/task-order.ts'
import { TopBar } from '../../parts/top-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Virtual } from '../../ui/virtual.tsx'
import { markAllRead, setRead } from './inbox-actions.ts'
import { known, useInboxCommands, type RowsOf } from './inbox-keys.ts'
import { InboxRow } from './inbox-row.tsx'
import './inbox.css'

/** Which notifications are shown; `open` are those that are not done with, and needs no word in the address. */
const shows = ['unread', 'open', 'done'] as const
type Show = (typeof shows)[number]

const filters: Record<Show, Record<string, unknown>> = {
  open: {},
  unread: { filter: { unread: 'true' } },
  done: { filter: { done: 'true' } },
}

const showOf = (query: URLSearchParams): Show => shows.find((one) => one === query.get('show')) ?? 'open'

const rowHeight = 56

/** What concerns the person, the newest first: gone through with the keys, opened beside the list, done with. */
export function InboxScreen() {
  const show = showOf(here.value.query)
  return <Shown key={show} show={show} />
}

function Shown({ show }: { show: Show }) {
  const list = useMemo(() => data().list('notifications', filters[show]), [])
  useEffect(() => () => list.leave(), [])
  const at = useSignal(0)
  const rows = useComputed(() =>
    list.ids.value.map((id) => (id === undefined ? undefined : data().row('notifications', id).value)),
  )
  useFollowing(list, rows, at)
  useInboxCommands(rows, at)
  return (
    <>
      <TopBar title={messages.title} icon="inbox" beside={<Tabs show={show} />}>
        <Button
          kind="quiet"
          icon="check"
          disabled={show === 'done' || data().unread.value === 0}
          title={messages.readAll}
          onClick={() => markAllRead(known(rows))}
        >
          <span class="inbox-word">{messages.readAll}</span>
        </Button>
      </TopBar>
      <Rows list={list} rows={rows} at={at} show={show} />
    </>
  )
}

const Tabs = ({ show }: { show: Show }) => (
  <div class="inbox-tabs" role="group" aria-label={messages.show}>
    {shows.map((one) => (
      <Button
        key={one}
        kind="quiet"
        small
        pressed={one === show}
        onClick={() => goWith({ show: one === 'open' ? null : one }, { replace: true })}
      >
        {messages[one]}
      </Button>
    ))}
  </div>
)

const nothing: Record<Show, string> = {
  open: messages.emptyOpen,
  unread: messages.emptyUnread,
  done: messages.emptyDone,
}

interface RowsProps {
  list: List<'notifications'>
  rows: ReadonlySignal<readonly (Notification | null | undefined)[]>
  at: Signal<number>
  show: Show
}

function Rows({ list, rows, at, show }: RowsProps) {
  const count = list.count.value ?? rows.value.length
  if (list.state.value === 'failed')
    return <Failure problem={list.problem.value} retry={() => list.reload()} />
  if (count === 0 && list.state.value === 'loading') return <Skeleton rows={8} height={rowHeight} />
  if (count === 0) return <Nothing show={show} />
  const row = (index: number) => {
    const one = rows.value[index]
    if (!one) return <div key={index} class="inbox-row" role="listitem" />
    const opened = () => {
      at.value = index
      if (!one.read) setRead(one, true)
    }
    return (
      <InboxRow key={one.notification_id} notification={one} current={index === at.value} onOpen={opened} />
    )
  }
  return (
    <Virtual
      class="inbox"
      data-region="list"
      count={count}
      rowHeight={rowHeight}
      label={messages.title}
      scrollToIndex={at.value}
      onSee={(from, to) => list.see(from, to)}
      row={row}
    />
  )
}

function Nothing({ show }: { show: Show }) {
  const action =
    show === 'open'
      ? { label: messages.myWork, run: () => go(`/o/${data().org}/my`) }
      : { label: messages.showAll, run: () => goWith({ show: null }) }
  return <Empty text={nothing[show]} action={action} />
}

/** The panel beside the list goes through its tasks, and the list stands on the one that is open. */
function useFollowing(list: List<'notifications'>, rows: RowsOf, at: Signal<number>) {
  const moveTo = (id: string | null) => {
    const found = rows.peek().findIndex((row) => row?.resource_id === id)
    if (found >= 0) at.value = found
  }
  const known = () => rows.value.flatMap((row) => (row?.resource_type === 'task' ? [row.resource_id] : []))
  useEffect(() => setOrder({ known: () => [...new Set(known())], total: list.count, moveTo }), [])
  const open = here.value.query.get('task')
  useEffect(() => moveTo(open), [open])
}
