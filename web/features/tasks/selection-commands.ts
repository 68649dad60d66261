import type { Command } from '../../commands/commands.ts'
import { listTexts } from '../../messages/tasks.ts'
import { viewState } from '../views/view-state.ts'
import type { TaskSelection } from './selection.ts'
import { announce } from '../../components/util/announce.ts'
import { getLoadedTasks } from './task-mutations.ts'
import { buildClaimCommands } from '../claims/claim-line.tsx'
import { buildFieldCommands } from './field-commands.ts'
import { deleteTasks, restoreTasks } from './task-deletion.ts'

export function announceSelection({ current, selected }: TaskSelection): void {
  const id = current.peek()
  const [task] = id === undefined ? [] : getLoadedTasks([id])
  if (task) announce(listTexts.marked(task.title, selected.peek().has(task.task_id), selected.peek().size))
}

/** Returns the commands for a list's selected tasks, or its current one. Deleted tasks can only be restored. */
export function buildSelectionCommands(selection: TaskSelection, anchor: () => Element): Command[] {
  const listTargets = () => selection.targets.peek()
  const remove = () => {
    deleteTasks(listTargets())
    selection.clear()
  }
  const restore = () => {
    restoreTasks(getLoadedTasks(listTargets()))
    selection.clear()
  }
  if (viewState.value.query.filters.deleted === undefined)
    return [
      ...buildFieldCommands({ prefix: 'tasks', targets: listTargets, anchor, remove }),
      ...buildClaimCommands('tasks', () => getLoadedTasks(listTargets())[0]),
    ]
  const hasTargets = () => listTargets().length > 0
  const section = listTexts.sectionTasks
  return [
    { id: 'tasks.restore', title: listTexts.restore, section, keys: 'r', menu: 'undo', when: hasTargets, run: restore },
  ]
}
