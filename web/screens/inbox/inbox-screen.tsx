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

/** Tabs of the inbox. `open` shows notifications that are not done and is the default, omitted from the URL. */
const TABS = ['unread', 'open', 'done'] as const
type Tab = (typeof TABS)[number]

const filters: Record<Tab, Record<string, unknown>> = {
  open: {},
  unread: { filter: { unread: 'true' } },
  done: { filter: { done: 'true' } },
}

const parseTab = (query: URLSearchParams): Tab => TABS.find((tab) => tab === query.get('show')) ?? 'open'

const ROW_HEIGHT_PX = 56

export function InboxScreen() {
  const tab = parseTab(here.value.query)
  return <TabContent key={tab} tab={tab} />
}

function TabContent({ tab }: { tab: Tab }) {
  const list = useMemo(() => data().list('notifications', filters[tab]), [])
  useEffect(() => () => list.leave(), [])
  const currentIndex = useSignal(0)
  const rows = useComputed(() =>
    list.ids.value.map((id) => (id === undefined ? undefined : data().row('notifications', id).value)),
  )
  useTaskOrder(list, rows, currentIndex)
  useInboxCommands(rows, currentIndex)
  return (
    <>
      <TopBar title={messages.title} icon="inbox" beside={<Tabs tab={tab} />}>
        <Button
          kind="quiet"
          icon="check"
          disabled={tab === 'done' || data().unread.value === 0}
          title={messages.readAll}
          onClick={() => markAllRead(known(rows))}
        >
          <span class="inbox-word">{messages.readAll}</span>
        </Button>
      </TopBar>
      <Rows list={list} rows={rows} currentIndex={currentIndex} tab={tab} />
    </>
  )
}

const Tabs = ({ tab }: { tab: Tab }) => (
  <div class="inbox-tabs" role="group" aria-label={messages.show}>
    {TABS.map((name) => (
      <Button
        key={name}
        kind="quiet"
        small
        pressed={name === tab}
        onClick={() => goWith({ show: name === 'open' ? null : name }, { replace: true })}
      >
        {messages[name]}
      </Button>
    ))}
  </div>
)

const emptyTexts: Record<Tab, string> = {
  open: messages.emptyOpen,
  unread: messages.emptyUnread,
  done: messages.emptyDone,
}

interface RowsProps {
  list: List<'notifications'>
  rows: ReadonlySignal<readonly (Notification | null | undefined)[]>
  currentIndex: Signal<number>
  tab: Tab
}

function Rows({ list, rows, currentIndex, tab }: RowsProps) {
  const count = list.count.value ?? rows.value.length
  if (list.state.value === 'failed')
    return <Failure problem={list.problem.value} retry={() => list.reload()} />
  if (count === 0 && list.state.value === 'loading') return <Skeleton rows={8} height={ROW_HEIGHT_PX} />
  if (count === 0) return <EmptyTab tab={tab} />
  const row = (index: number) => {
    const notification = rows.value[index]
    if (!notification) return <div key={index} class="inbox-row" role="listitem" />
    const onOpen = () => {
      currentIndex.value = index
      if (!notification.read) setRead(notification, true)
    }
    return (
      <InboxRow
        key={notification.notification_id}
        notification={notification}
        isCurrent={index === currentIndex.value}
        onOpen={onOpen}
      />
    )
  }
  return (
    <Virtual
      class="inbox"
      data-region="list"
      count={count}
      rowHeight={ROW_HEIGHT_PX}
      label={messages.title}
      scrollToIndex={currentIndex.value}
      onSee={(from, to) => list.see(from, to)}
      row={row}
    />
  )
}

function EmptyTab({ tab }: { tab: Tab }) {
  const action =
    tab === 'open'
      ? { label: messages.myWork, run: () => go(`/o/${data().org}/my`) }
      : { label: messages.showAll, run: () => goWith({ show: null }) }
  return <Empty text={emptyTexts[tab]} action={action} />
}

/** Lets the task panel step through the tasks of the list, and makes the row of the open task current. */
function useTaskOrder(list: List<'notifications'>, rows: RowsOf, currentIndex: Signal<number>) {
  const moveTo = (id: string | null) => {
    const found = rows.peek().findIndex((row) => row?.resource_id === id)
    if (found >= 0) currentIndex.value = found
  }
  const listTaskIds = () =>
    rows.value.flatMap((row) => (row?.resource_type === 'task' ? [row.resource_id] : []))
  useEffect(() => setOrder({ known: () => [...new Set(listTaskIds())], total: list.count, moveTo }), [])
  const openTaskId = here.value.query.get('task')
  useEffect(() => moveTo(openTaskId), [openTaskId])
}
