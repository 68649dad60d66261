import type { TaskCreate } from '@svc/sdk'
import { toTaskFields, type QuickAdd } from '@svc/sdk/quick-add'
import type { NewTaskValues } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import { toSectionScope } from '../tasks/task-container.ts'
import { allTasks } from '../views/view-query.ts'
import { buildProvisionalTask } from '../tasks/provisional-task.ts'

export function createQuickAddTask(line: QuickAdd, defaults: NewTaskValues): string {
  const { section_id, parent_task_id, ...fields } = mergeFields(defaults, line)
  const body = { ...fields, title: line.title.slice(0, MAX_TITLE_LENGTH) } as TaskCreate
  const id = getStore().createTemporaryId()
  const { response } = getStore().mutate({
    method: 'tasks.create',
    args: [body],
    rows: { kind: 'tasks', id },
    optimisticPatches: {
      type: 'create',
      kind: 'tasks',
      id,
      row: { ...buildProvisionalTask(body, id), is_subtask: parent_task_id !== undefined },
    },
    label: messages.added(line.title),
    inverse: {
      method: 'tasks.delete',
      args: [id],
      rows: { kind: 'tasks', id },
      optimisticPatches: { type: 'delete', kind: 'tasks', id },
      label: messages.removed(line.title),
    },
  })
  response.catch(() => undefined)
  if (parent_task_id) addToParent(id, parent_task_id, line.title)
  if (section_id) setSection(id, { ...findScope(fields), section_id }, line.title)
  return id
}

export const MAX_TITLE_LENGTH = 500

/** Fields that belong to one project or team, so that another project drops them. */
const containerFields = ['team_id', 'section_id', 'sprint_id', 'milestone_id', 'goal_id', 'custom']

/** Returns the fields of the new task: those of its line take precedence. */
export function mergeFields({ text: _text, ...fields }: NewTaskValues, { tokens }: QuickAdd): NewTaskValues {
  const { tags = [], ...attributes } = toTaskFields(tokens)
  const isOtherProject = attributes.project_id !== undefined && attributes.project_id !== fields.project_id
  const remaining = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !(isOtherProject && containerFields.includes(name)),
  )
  const allTags = [...new Set([...(fields.tags ?? []), ...tags])]
  return { ...Object.fromEntries(remaining), ...attributes, ...(allTags.length > 0 && { tags: allTags }) }
}

function addToParent(id: string, parent: string, title: string): void {
  const { sub_tasks } = getStore().row('tasks', parent).peek() ?? {}
  const patch = { sub_tasks: [...(sub_tasks ?? []), id] }
  const { response } = getStore().mutate({
    method: 'tasks.addSubtask',
    args: [parent, { subtask_id: id }],
    rows: { kind: 'tasks', id: parent },
    ...(sub_tasks && { optimisticPatches: { type: 'patch', kind: 'tasks', id: parent, patch } }),
    label: messages.added(title),
  })
  response.catch(() => undefined)
}

type SectionScope = ReturnType<typeof toSectionScope>

/** Returns the owner of the sections that a list or board offers: its project or team, else the user. */
function findScope({ project_id, team_id }: NewTaskValues): SectionScope {
  if (project_id) return toSectionScope({ kind: 'project', id: project_id })
  return toSectionScope(team_id ? { kind: 'team', id: team_id } : allTasks)
}

function setSection(id: string, target: SectionScope & { section_id: string }, title: string): void {
  const { section_id } = target
  const { response } = getStore().mutate({
    method: 'tasks.setSection',
    args: [id, target],
    rows: { kind: 'tasks', id },
    optimisticPatches: { type: 'patch', kind: 'tasks', id, patch: { section_id } },
    label: messages.added(title),
  })
  response.catch(() => undefined)
}
