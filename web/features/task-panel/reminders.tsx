import { useSignal } from '@preact/signals'
import type { Reminder, ReminderCreate, Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { reminderStatusNames, taskTexts as messages } from '../../messages/task.ts'
import { useQuery } from '../../store/use-query.ts'
import { PopoverButton, RowButton } from '../../components/popover-button.tsx'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { formatDateTime, userTimeZone } from '../../components/util/dates.ts'
import { useFocusOnMount } from '../../components/util/focus.ts'
import { PanelSection } from './panel-section.tsx'

const HOUR_MS = 3_600_000

const inAnHour = (): Date => new Date(Date.now() + HOUR_MS)
const tomorrowMorning = (): Date => inDays(1, 9)
const nextMonday = (): Date => inDays((8 - new Date().getDay()) % 7 || 7, 9)

function inDays(days: number, hour: number): Date {
  const date = new Date()
  date.setDate(date.getDate() + days)
  date.setHours(hour, 0, 0, 0)
  return date
}

export function TaskReminders({ task }: { task: Task }) {
  const isPicking = useSignal(false)
  const query = useQuery(`reminders ${task.task_id} ${task.due_date}`, (svc) =>
    svc.reminders.listOfTask(task.task_id, { limit: 50 }),
  )
  const create = (body: ReminderCreate) => {
    isPicking.value = false
    const { response } = getStore().mutate({
      method: 'reminders.create',
      args: [task.task_id, body],
      label: messages.reminderSet,
    })
    response.then(query.refetch, () => undefined)
  }
  const reminders = query.value?.data ?? []
  const pick = () => void (isPicking.value = true)
  const addButton = (
    <PopoverButton
      small
      icon="plus"
      title={messages.remind}
      renderPopover={(anchor, close) => (
        <Menu anchor={anchor} label={messages.remind} items={listItems(task, create, pick)} onClose={close} />
      )}
    />
  )
  return (
    <PanelSection title={messages.reminders} count={reminders.length || undefined} actions={addButton}>
      <ul class="task-rows">
        {reminders.map((reminder) => (
          <Row key={reminder.reminder_id} task={task} reminder={reminder} onDeleted={query.refetch} />
        ))}
      </ul>
      {isPicking.value && <TimePicker onCreate={create} close={() => void (isPicking.value = false)} />}
    </PanelSection>
  )
}

function listItems(task: Task, onCreate: (body: ReminderCreate) => void, onPick: () => void): MenuItem[] {
  const buildTimeItem = (id: string, label: string, getTime: () => Date): MenuItem => ({
    id,
    label,
    icon: 'clock',
    onSelect: () => onCreate({ at: getTime().toISOString() }),
  })
  const buildDueItem = (id: string, label: string, days: number): MenuItem => ({
    id,
    label,
    icon: 'calendar',
    onSelect: () => onCreate({ before_due: { days, time_zone: userTimeZone.peek() } }),
  })
  return [
    buildTimeItem('hour', messages.inAnHour, inAnHour),
    buildTimeItem('tomorrow', messages.tomorrow, tomorrowMorning),
    buildTimeItem('week', messages.nextWeek, nextMonday),
    ...(task.due_date === null
      ? []
      : [buildDueItem('due', messages.onDueDay, 0), buildDueItem('before', messages.dayBefore, 1)]),
    { id: 'pick', label: messages.pickTime, icon: 'edit', hasSeparator: true, onSelect: onPick },
  ]
}

function TimePicker({ onCreate, close }: { onCreate: (body: ReminderCreate) => void; close: () => void }) {
  const value = useSignal('')
  const field = useFocusOnMount<HTMLInputElement>()
  return (
    <form
      class="task-moment"
      onSubmit={(event) => {
        event.preventDefault()
        if (value.value) onCreate({ at: new Date(value.value).toISOString() })
      }}
    >
      <input
        type="datetime-local"
        class="task-line-field"
        ref={field}
        aria-label={messages.when}
        value={value.value}
        onInput={(event) => void (value.value = event.currentTarget.value)}
      />
      <Button kind="quiet" small onClick={close}>
        {messages.cancel}
      </Button>
      <Button kind="main" small type="submit" disabled={!value.value}>
        {messages.remind}
      </Button>
    </form>
  )
}

function Row({ task, reminder, onDeleted }: { task: Task; reminder: Reminder; onDeleted: () => void }) {
  const { before_due, fires_at, status } = reminder
  const canDelete = reminder.for === 'me' || task.has_edit_access
  const deleteReminder = () => {
    const { response } = getStore().mutate({
      method: 'reminders.delete',
      args: [reminder.reminder_id],
      label: messages.reminderGone,
    })
    response.then(onDeleted, () => undefined)
  }
  const label = before_due ? messages.beforeDue(before_due.days, before_due.time) : fires_at && formatDateTime(fires_at)
  return (
    <li class="task-row-line">
      <Icon name="clock" size={14} />
      <span>{label}</span>
      <span class="task-hint one-line">
        {[
          status === 'pending' ? null : reminderStatusNames[status],
          before_due && (fires_at ? formatDateTime(fires_at) : messages.waitsForDueDate),
          reminder.for === 'me' ? null : messages.forAssignee,
          reminder.note,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {canDelete && <RowButton icon="x" title={messages.removeReminder} onClick={deleteReminder} />}
    </li>
  )
}
