import type { Command } from '../commands/commands.ts'
import { text } from '../messages/tasks.ts'
import { asked } from './asked.ts'
import { myUsername } from './people.ts'
import type { Selection } from './selection.ts'
import { changeTasks, tasksOf } from './task-changes.ts'
import { deleteTasks, restoreTasks } from './task-deletion.ts'
import { openField, type Field } from './task-fields.tsx'

const keys: [Field, string, string][] = [
  ['status', text.status, 's'],
  ['assignee', text.assignee, 'a'],
  ['priority', text.priority, 'p'],
  ['due', text.due, 'd'],
  ['tags', text.tags, 'l'],
  ['move', text.move, 'm'],
]

/** What can be done with the tasks that are marked, or with the one under the keys. */
export function fieldCommands(selection: Selection, anchor: () => Element): Command[] {
  const targets = () => selection.targets.peek()
  // Of deleted tasks nothing is changed: they are brought back.
  const isDeleted = asked.value.question.filters.deleted !== undefined
  const when = () => targets().length > 0 && !isDeleted
  const section = text.sectionTasks
  const pickers = keys.map(([field, title, key]) => ({
    id: `tasks.${field}`,
    title: field === 'move' ? title : text.setField(title),
    section,
    keys: key,
    when,
    run: () => void openField(targets(), field, anchor()),
  }))
  const toMe = () => {
    const assignee = myUsername()
    changeTasks(targets(), { assignee }, { field: text.assignee, value: assignee! })
  }
  const remove = () => {
    deleteTasks(targets())
    selection.clear()
  }
  const restore = () => {
    restoreTasks(tasksOf(targets()))
    selection.clear()
  }
  return [
    ...pickers,
    {
      id: 'tasks.restore',
      title: text.restore,
      section,
      keys: 'r',
      when: () => targets().length > 0 && isDeleted,
      run: restore,
    },
    { id: 'tasks.to-me', title: text.assignToMe, section, keys: 'i', when, run: toMe },
    { id: 'tasks.delete', title: text.delete, section, keys: 'Mod+Backspace or Delete', when, run: remove },
  ]
}
