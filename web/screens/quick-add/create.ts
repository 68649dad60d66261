import type { TaskCreate } from '@svc/sdk'
import { toTaskFields, type QuickAdd } from '@svc/sdk/quick-add'
import type { QuickAddDefaults } from '../../commands/overlay.ts'
import { data } from '../../data/current.ts'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import { newTask } from '../../parts/new-task.ts'

/** Creates the task of a line with an optimistic update. Returns its temporary id. */
export function create(line: QuickAdd, defaults: QuickAddDefaults): string {
  const { text: _text, ...fields } = defaults
  const attributes = toTaskFields(line.tokens)
  // Sections, sprints, milestones and goals belong to one project or team, so another project drops them.
  const isOtherProject = attributes.project_id !== undefined && attributes.project_id !== fields.project_id
  const { section_id, ...rest } = isOtherProject ? dropContainerFields(fields) : fields
  const body = { ...rest, ...attributes, title: line.title.slice(0, longest) } as TaskCreate
  const id = data().newId()
  const { answer: response } = data().write({
    call: 'tasks.create',
    args: [body],
    about: { kind: 'tasks', id },
    shown: { kind: 'tasks', id, made: { ...newTask(body, id) } },
    said: messages.added(line.title),
    undo: {
      call: 'tasks.delete',
      args: [id],
      about: { kind: 'tasks', id },
      shown: { kind: 'tasks', id, gone: true },
      said: messages.removed(line.title),
    },
  })
  response.catch(() => undefined)
  if (section_id) setSection(id, section_id, line.title)
  return id
}

/** Maximum length of a title, in characters, that the server accepts. */
export const longest = 500

const dropContainerFields = ({
  assignee,
  status,
  priority,
  due_date,
}: QuickAddDefaults): QuickAddDefaults => ({
  ...(assignee && { assignee }),
  ...(status && { status }),
  ...(priority && { priority }),
  ...(due_date && { due_date }),
})

function setSection(id: string, section: string, title: string): void {
  const { answer: response } = data().write({
    call: 'tasks.setSection',
    args: [id, { section_id: section }],
    about: { kind: 'tasks', id },
    said: messages.added(title),
  })
  response.catch(() => undefined)
}
