import type { TaskCreate } from '@svc/sdk'
import { toTaskFields, type QuickAdd } from '@svc/sdk/quick-add'
import type { QuickAddDefaults } from '../../commands/overlay.ts'
import { data } from '../../data/current.ts'
import { quickAddTexts as said } from '../../messages/quick-add.ts'
import { newTask } from '../../parts/new-task.ts'

/** Makes the task of a line, and shows it at once. Returns the id by which it is known from now on. */
export function create(line: QuickAdd, defaults: QuickAddDefaults): string {
  const { text: _text, ...place } = defaults
  const attributes = toTaskFields(line.tokens)
  // A section, sprint or goal belongs to the project or team in which it is; another project is another place.
  const elsewhere = attributes.project_id !== undefined && attributes.project_id !== place.project_id
  const { section_id, ...rest } = elsewhere ? onlyOwn(place) : place
  const body = { ...rest, ...attributes, title: line.title.slice(0, longest) } as TaskCreate
  const id = data().newId()
  const { answer } = data().write({
    call: 'tasks.create',
    args: [body],
    about: { kind: 'tasks', id },
    shown: { kind: 'tasks', id, made: { ...newTask(body, id) } },
    said: said.added(line.title),
    undo: {
      call: 'tasks.delete',
      args: [id],
      about: { kind: 'tasks', id },
      shown: { kind: 'tasks', id, gone: true },
      said: said.removed(line.title),
    },
  })
  answer.catch(() => undefined)
  if (section_id) fileInto(id, section_id, line.title)
  return id
}

/** What the server takes at most. */
export const longest = 500

const onlyOwn = ({ assignee, status, priority, due_date }: QuickAddDefaults): QuickAddDefaults => ({
  ...(assignee && { assignee }),
  ...(status && { status }),
  ...(priority && { priority }),
  ...(due_date && { due_date }),
})

function fileInto(id: string, section: string, title: string): void {
  const { answer } = data().write({
    call: 'tasks.setSection',
    args: [id, { section_id: section }],
    about: { kind: 'tasks', id },
    said: said.added(title),
  })
  answer.catch(() => undefined)
}
