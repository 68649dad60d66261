export { taskUpdated } from '../projects/events.ts'
export { taskRestricted } from '../organization-members/events.ts'
export const taskMoved = {
  'task.moved': 'A task moved to another project, into one or out of one; with what the move took away.',
}
export const taskRestored = {
  'task.restored':
    'A deleted task is back; with what it lost by coming back later, such as a goal that is gone.',
}
export const taskSubtaskAdded = { 'task.subtask_added': 'A task became the subtask of another.' }
export const taskSubtaskRemoved = { 'task.subtask_removed': 'A task is no longer the subtask of another.' }
export const taskDependencyAdded = { 'task.dependency_added': 'A task waits for another.' }
export const taskDependencyRemoved = { 'task.dependency_removed': 'A task no longer waits for another.' }
/** The deletion of a task, with the links that end by it. */
export const taskDeleted = {
  'task.deleted': 'A task was deleted.',
  ...taskSubtaskRemoved,
  ...taskDependencyRemoved,
}
