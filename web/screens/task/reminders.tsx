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
import { inAnHour, nextMonday, tomorrowMorning } from './reminder-times.ts'
import { Section } from './section.tsx'

/** The person's reminders of a task, and those for its assignee. */
export function Reminders({ task }: { task: Task }) {
  const picking = useSignal(false)
  const asked = useAsk(`reminders ${task.task_id} ${task.due_date}`, (svc) =>
    svc.reminders.listOfTask(task.task_id, { limit: 50 }),
  )
  const set = (body: ReminderCreate) => {
    picking.value = false
    const { answer } = data().write({
      call: 'reminders.create',
      args: [task.task_id, body],
      said: messages.reminderSet,
    })
    answer.then(asked.again, () => undefined)
  }
  const reminders = asked.value?.data ?? []
  const pick = () => void (picking.value = true)
  const add = (
    <Opener
      small
      icon="plus"
      title={messages.remind}
      opened={(anchor, close) => (
        <Menu anchor={anchor} label={messages.remind} items={itemsOf(task, set, pick)} onClose={close} />
      )}
    />
  )
  return (
    <Section title={messages.reminders} count={reminders.length || undefined} actions={add}>
      <ul class="task-rows">
        {reminders.map((reminder) => (
          <Row key={reminder.reminder_id} task={task} reminder={reminder} gone={asked.again} />
        ))}
      </ul>
      {picking.value && <PickMoment set={set} close={() => void (picking.value = false)} />}
    </Section>
  )
}

function itemsOf(task: Task, set: (body: ReminderCreate) => void, pick: () => void): MenuItem[] {
  const at = (id: string, label: string, moment: () => Date): MenuItem => ({
    id,
    label,
    icon: 'clock',
    onSelect: () => set({ at: moment().toISOString() }),
  })
  const before = (id: string, label: string, days: number): MenuItem => ({
    id,
    label,
    icon: 'calendar',
    onSelect: () => set({ before_due: { days, time_zone: zone.peek() } }),
  })
  return [
    at('hour', messages.inAnHour, inAnHour),
    at('tomorrow', messages.tomorrow, tomorrowMorning),
    at('week', messages.nextWeek, nextMonday),
    ...(task.due_date === null
      ? []
      : [before('due', messages.onDueDay, 0), before('before', messages.dayBefore, 1)]),
    { id: 'pick', label: messages.pickTime, icon: 'edit', apart: true, onSelect: pick },
  ]
}

function PickMoment({ set, close }: { set: (body: ReminderCreate) => void; close: () => void }) {
  const field = useSignal('')
  return (
    <form
      class="task-moment"
      onSubmit={(event) => {
        event.preventDefault()
        if (field.value) set({ at: new Date(field.value).toISOString() })
      }}
    >
      <input
        type="datetime-local"
        class="task-line-field"
        ref={(element) => element?.focus()}
        aria-label={messages.when}
        value={field.value}
        onInput={(event) => void (field.value = event.currentTarget.value)}
      />
      <Button kind="quiet" small onClick={close}>
        {messages.cancel}
      </Button>
      <Button kind="main" small type="submit" disabled={!field.value}>
        {messages.remind}
      </Button>
    </form>
  )
}

function Row({ task, reminder, gone }: { task: Task; reminder: Reminder; gone: () => void }) {
  const { before_due, fires_at, status } = reminder
  const mayRemove = reminder.for === 'me' || task.has_edit_access
  const remove = () => {
    const { answer } = data().write({
      call: 'reminders.delete',
      args: [reminder.reminder_id],
      said: messages.reminderGone,
    })
    answer.then(gone, () => undefined)
  }
  const when = before_due
    ? messages.beforeDue(before_due.days, before_due.time)
    : fires_at && moment(fires_at)
  return (
    <li class="task-row-line">
      <Icon name="clock" size={14} />
      <span>{when}</span>
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
      {mayRemove && <RowButton icon="x" title={messages.removeReminder} onClick={remove} />}
    </li>
  )
}
