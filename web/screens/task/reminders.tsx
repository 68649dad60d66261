import { useSignal } from '@preact/signals'
import type { Reminder, ReminderCreate, Task } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { reminderStatusNames, task as messages } from '../../messages/task.ts'
import { useAsk } from '../../parts/ask.ts'
import { Opener, RowButton } from '../../parts/opener.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { moment, zone } from '../../ui/time.ts'
import { Section } from './section.tsx'

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

/** Reminders of a task for the user and for its assignee. */
export function Reminders({ task }: { task: Task }) {
  const isPicking = useSignal(false)
  const query = useAsk(`reminders ${task.task_id} ${task.due_date}`, (svc) =>
    svc.reminders.listOfTask(task.task_id, { limit: 50 }),
  )
  const create = (body: ReminderCreate) => {
    isPicking.value = false
    const { answer: response } = data().write({
      call: 'reminders.create',
      args: [task.task_id, body],
      said: messages.reminderSet,
    })
    response.then(query.again, () => undefined)
  }
  const reminders = query.value?.data ?? []
  const pick = () => void (isPicking.value = true)
  const addButton = (
    <Opener
      small
      icon="plus"
      title={messages.remind}
      opened={(anchor, close) => (
        <Menu anchor={anchor} label={messages.remind} items={listItems(task, create, pick)} onClose={close} />
      )}
    />
  )
  return (
    <Section title={messages.reminders} count={reminders.length || undefined} actions={addButton}>
      <ul class="task-rows">
        {reminders.map((reminder) => (
          <Row key={reminder.reminder_id} task={task} reminder={reminder} onDeleted={query.again} />
        ))}
      </ul>
      {isPicking.value && <TimePicker onCreate={create} close={() => void (isPicking.value = false)} />}
    </Section>
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
    onSelect: () => onCreate({ before_due: { days, time_zone: zone.peek() } }),
  })
  return [
    buildTimeItem('hour', messages.inAnHour, inAnHour),
    buildTimeItem('tomorrow', messages.tomorrow, tomorrowMorning),
    buildTimeItem('week', messages.nextWeek, nextMonday),
    ...(task.due_date === null
      ? []
      : [buildDueItem('due', messages.onDueDay, 0), buildDueItem('before', messages.dayBefore, 1)]),
    { id: 'pick', label: messages.pickTime, icon: 'edit', apart: true, onSelect: onPick },
  ]
}

function TimePicker({ onCreate, close }: { onCreate: (body: ReminderCreate) => void; close: () => void }) {
  const value = useSignal('')
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
        ref={(element) => element?.focus()}
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
    const { answer: response } = data().write({
      call: 'reminders.delete',
      args: [reminder.reminder_id],
      said: messages.reminderGone,
    })
    response.then(onDeleted, () => undefined)
  }
  const label = before_due
    ? messages.beforeDue(before_due.days, before_due.time)
    : fires_at && moment(fires_at)
  return (
    <li class="task-row-line">
      <Icon name="clock" size={14} />
      <span>{label}</span>
      <span class="task-hint one-line">
        {[
          status === 'pending' ? null : reminderStatusNames[status],
          before_due && (fires_at ? moment(fires_at) : messages.waitsForDueDate),
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
