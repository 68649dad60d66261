import type { TaskCreate } from '@svc/sdk'
import { toTaskFields, type QuickAdd } from '@svc/sdk/quick-add'
import type { QuickAddDefaults } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import { toSectionScope } from '../tasks/task-container.ts'
import { allTasks } from '../views/view-query.ts'
import { buildProvisionalTask } from '../tasks/provisional-task.ts'

export function createQuickAddTask(line: QuickAdd, defaults: QuickAddDefaults): string {
  const { text: _text, ...fields } = defaults
  const attributes = toTaskFields(line.tokens)
  // Sections, sprints, milestones and goals belong to one project or team, so another project drops them.
  const isOtherProject = attributes.project_id !== undefined && attributes.project_id !== fields.project_id
  const { section_id, ...rest } = isOtherProject ? dropContainerFields(fields) : fields
  const body = { ...rest, ...attributes, title: line.title.slice(0, MAX_TITLE_LENGTH) } as TaskCreate
  const id = getStore().createTemporaryId()
  const { response } = getStore().mutate({
    method: 'tasks.create',
    args: [body],
    rows: { kind: 'tasks', id },
    optimisticPatches: { kind: 'tasks', id, made: { ...buildProvisionalTask(body, id) } },
    label: messages.added(line.title),
    inverse: {
      method: 'tasks.delete',
      args: [id],
      rows: { kind: 'tasks', id },
      optimisticPatches: { kind: 'tasks', id, gone: true },
      label: messages.removed(line.title),
    },
  })
  response.catch(() => undefined)
  if (section_id) setSection(id, { ...findScope(fields), section_id }, line.title)
  return id
}

export const MAX_TITLE_LENGTH = 500

const dropContainerFields = ({ assignee, status, priority, due_date }: QuickAddDefaults): QuickAddDefaults => ({
  ...(assignee && { assignee }),
  ...(status && { status }),
  ...(priority && { priority }),
  ...(due_date && { due_date }),
})

type SectionScope = ReturnType<typeof toSectionScope>

/** Returns the owner of the sections that a list or board offers: its project or team, else the user. */
function findScope({ project_id, team_id }: QuickAddDefaults): SectionScope {
  if (project_id) return toSectionScope({ kind: 'project', id: project_id })
  return toSectionScope(team_id ? { kind: 'team', id: team_id } : allTasks)
}

function setSection(id: string, target: SectionScope & { section_id: string }, title: string): void {
  const { section_id } = target
  const { response } = getStore().mutate({
    method: 'tasks.setSection',
    args: [id, target],
    rows: { kind: 'tasks', id },
    optimisticPatches: { kind: 'tasks', id, patch: { section_id } },
    label: messages.added(title),
  })
  response.catch(() => undefined)
}
