import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import type { InverseMutation } from '../../store/types.ts'
import { taskTexts as messages } from '../../messages/task.ts'

/** Changes what a task depends on, as one undo step, and returns its label. */
export function setDependency(task: Task, blocker: Pick<Task, 'task_id' | 'title'>, action: 'add' | 'remove'): string {
  const otherIds = (task.dependencies ?? []).filter((id) => id !== blocker.task_id)
  const buildMutation = (isAdd: boolean): InverseMutation => ({
    method: isAdd ? 'tasks.addDependency' : 'tasks.removeDependency',
    args: [task.task_id, isAdd ? { dependency_id: blocker.task_id } : blocker.task_id],
    rows: { kind: 'tasks' as const, id: task.task_id },
    optimisticPatches: {
      type: 'patch' as const,
      kind: 'tasks' as const,
      id: task.task_id,
      patch: { dependencies: isAdd ? [...otherIds, blocker.task_id] : otherIds },
    },
    label: isAdd ? messages.dependencyAdded(blocker.title) : messages.dependencyRemoved(blocker.title),
  })
  const mutation = buildMutation(action === 'add')
  getStore().mutate({ ...mutation, inverse: buildMutation(action !== 'add') })
  return mutation.label
}
