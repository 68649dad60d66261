import { taskRestrictedEvent } from '../../people/members/events.ts'
import { taskUpdatedEvent } from '../projects/events.ts'

export { taskUpdatedEvent }

export const taskMoved = {
  'task.moved':
    'A task was moved to another project, or into or out of a project. Includes its former and its new key, and the goal, ' +
    'sprint, milestone and sections that it lost.',
}
export const taskRestored = {
  'task.restored':
    'A deleted task was restored. Includes the containers that could not be restored, such as a deleted goal.',
}
export const taskSubtaskAdded = { 'task.subtask_added': 'A subtask was added to a task.' }
export const taskSubtaskRemoved = { 'task.subtask_removed': 'A subtask was removed from a task.' }
export const taskDependencyAdded = { 'task.dependency_added': 'A dependency was added to a task.' }
export const taskDependencyRemoved = { 'task.dependency_removed': 'A dependency was removed from a task.' }
/** Events of the deletion of a task, including those for its links. */
export const taskDeleted = {
  'task.deleted': 'A task was deleted.',
  ...taskSubtaskRemoved,
  ...taskDependencyRemoved,
}
export const taskChangeEvents = {
  ...taskUpdatedEvent,
  ...taskMoved,
  ...taskRestrictedEvent,
  ...taskSubtaskAdded,
  ...taskSubtaskRemoved,
  ...taskDependencyAdded,
  ...taskDependencyRemoved,
}
