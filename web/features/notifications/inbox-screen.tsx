import { useComputed, useSignal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Notification } from '@svc/sdk'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { navigate, setQuery, currentLocation } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import type { RowList } from '../../store/types.ts'
import { inboxTexts as messages } from '../../messages/inbox.ts'
import { setTaskOrder } from '../tasks/task-order.ts'
import { TopBar } from '../../components/top-bar.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { toPixels } from '../../components/util/row-heights.ts'
import { VirtualList } from '../../components/virtual-list.tsx'
import { markNotificationsRead, setNotificationRead } from './notification-actions.ts'
import { finishNotification, listLoadedNotifications, useInboxCommands, type NotificationRows } from './inbox-keys.ts'
import { NotificationRow } from './notification-row.tsx'
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

const ROW_HEIGHT_PX = toPixels(3.5)

export function InboxScreen() {
  const tab = parseTab(currentLocation.value.query)
  return <TabContent key={tab} tab={tab} />
}

function TabContent({ tab }: { tab: Tab }) {
  const list = useMemo(() => getStore().list('notifications', filters[tab]), [])
  useEffect(() => () => list.close(), [])
  const currentIndex = useSignal(0)
  const rows = useComputed(() =>
    list.ids.value.map((id) => (id === undefined ? undefined : getStore().row('notifications', id).value)),
  )
  useTaskOrder(list, rows, currentIndex)
  useInboxCommands(rows, currentIndex)
  return (
    <>
      <TopBar title={messages.title} icon="inbox" beside={<Tabs tab={tab} />}>
        <Button
          kind="quiet"
          icon="check-all"
          disabled={tab === 'done' || getStore().unreadCount.value === 0}
          title={messages.readAll}
          onClick={() => markNotificationsRead(listLoadedNotifications(rows))}
        >
          <span class="inbox-word">{messages.readAll}</span>
        </Button>
      </TopBar>
      <Rows list={list} rows={rows} currentIndex={currentIndex} tab={tab} />
    </>
  )
}

const tabNames: Record<Tab, string> = { open: messages.open, unread: messages.unread, done: messages.done }

const Tabs = ({ tab }: { tab: Tab }) => (
  <div class="inbox-tabs" role="group" aria-label={messages.show}>
    {TABS.map((name) => (
      <Button
        key={name}
        kind="quiet"
        small
        pressed={name === tab}
        onClick={() => setQuery({ show: name === 'open' ? null : name }, { replace: true })}
      >
        {tabNames[name]}
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
  list: RowList<'notifications'>
  rows: ReadonlySignal<readonly (Notification | null | undefined)[]>
  currentIndex: Signal<number>
  tab: Tab
}

function Rows({ list, rows, currentIndex, tab }: RowsProps) {
  const count = list.count.value ?? rows.value.length
  if (list.state.value === 'failed') return <ErrorMessage problem={list.problem.value} retry={() => list.reload()} />
  if (count === 0 && list.state.value === 'loading') return <Skeleton rows={8} height={ROW_HEIGHT_PX} />
  if (count === 0) return <EmptyTab tab={tab} />
  const renderRow = (index: number) => {
    const notification = rows.value[index]
    if (!notification) return <div key={index} class="inbox-row" role="listitem" />
    const onOpen = () => {
      currentIndex.value = index
      if (!notification.read) setNotificationRead(notification, true)
    }
    return (
      <NotificationRow
        key={notification.notification_id}
        notification={notification}
        isCurrent={index === currentIndex.value}
        onOpen={onOpen}
        onFocus={() => void (currentIndex.value = index)}
        onDone={() => finishNotification(rows, notification)}
      />
    )
  }
  return (
    <VirtualList
      class="inbox"
      data-region="list"
      count={count}
      rowHeight={ROW_HEIGHT_PX}
      label={messages.title}
      scrollToIndex={currentIndex.value}
      onRangeChange={(from, to) => list.setVisibleRange(from, to)}
      row={renderRow}
    />
  )
}

function EmptyTab({ tab }: { tab: Tab }) {
  const action =
    tab === 'open'
      ? { label: messages.myWork, run: () => navigate(`/o/${getStore().org}/my`) }
      : { label: messages.showAll, run: () => setQuery({ show: null }) }
  return <EmptyState text={emptyTexts[tab]} action={action} />
}

function useTaskOrder(list: RowList<'notifications'>, rows: NotificationRows, currentIndex: Signal<number>) {
  const moveTo = (id: string | null) => {
    const found = rows.peek().findIndex((row) => row?.resource_id === id)
    if (found >= 0) currentIndex.value = found
  }
  const listTaskIds = () => rows.value.flatMap((row) => (row?.resource_type === 'task' ? [row.resource_id] : []))
  useLayoutEffect(() => setTaskOrder({ listIds: () => [...new Set(listTaskIds())], total: list.count, moveTo }), [])
  const openTaskId = currentLocation.value.query.get('task')
  useEffect(() => moveTo(openTaskId), [openTaskId])
}
