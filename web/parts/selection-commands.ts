import type { Command } from '../commands/commands.ts'
import { text } from '../messages/tasks.ts'
import { asked } from './asked.ts'
import type { Selection } from './selection.ts'
import { announce } from '../ui/announce.ts'
import { tasksOf } from './task-changes.ts'
import { fieldCommands } from './task-commands.ts'
import { deleteTasks, restoreTasks } from './task-deletion.ts'

/** Announces the selection state of the current task and the number of selected tasks to screen readers. */
export function announceMark({ cursor, marked }: Selection): void {
  const id = cursor.peek()
  const [task] = id === undefined ? [] : tasksOf([id])
  if (task) announce(text.marked(task.title, marked.peek().has(task.task_id), marked.peek().size))
}

/** Returns the commands for a list's selected tasks, or its current one. Deleted tasks can only be restored. */
export function selectionCommands(selection: Selection, anchor: () => Element): Command[] {
  const targets = () => selection.targets.peek()
  const remove = () => {
    deleteTasks(targets())
    selection.clear()
  }
  const restore = () => {
    restoreTasks(tasksOf(targets()))
    selection.clear()
  }
  if (asked.value.question.filters.deleted === undefined)
    return fieldCommands({ prefix: 'tasks', targets, anchor, remove })
  const when = () => targets().length > 0
  const section = text.sectionTasks
  return [{ id: 'tasks.restore', title: text.restore, section, keys: 'r', when, run: restore }]
}
