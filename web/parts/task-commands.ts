import type { Command } from '../commands/commands.ts'
import { text } from '../messages/tasks.ts'
import { myUsername } from './people.ts'
import { changeTasks } from './task-changes.ts'
import { openField, type Field } from './task-fields.tsx'

const fieldKeys: [Field, string, string][] = [
  ['status', text.status, 's'],
  ['assignee', text.assignee, 'a'],
  ['priority', text.priority, 'p'],
  ['due', text.due, 'd'],
  ['tags', text.tags, 'l'],
  ['move', text.move, 'm'],
]

interface CommandOptions {
  /** Distinguishes the commands of a list from those of the open task. */
  prefix: string
  targets: () => readonly string[]
  anchor: (field?: Field) => Element
  remove: () => void
  mayRemove?: () => boolean
}

/** Returns the commands that change fields of tasks, by the same keys in lists, on boards and in the panel. */
export function fieldCommands({ prefix, targets, anchor, remove, mayRemove }: CommandOptions): Command[] {
  const hasTargets = () => targets().length > 0
  const section = text.sectionTasks
  const pickers = fieldKeys.map(([field, title, key]) => ({
    id: `${prefix}.${field}`,
    title: field === 'move' ? title : text.setField(title),
    section,
    keys: key,
    when: hasTargets,
    run: () => void openField(targets(), field, anchor(field)),
  }))
  const assignToMe = () => {
    const assignee = myUsername()
    changeTasks(targets(), { assignee }, { field: text.assignee, value: assignee! })
  }
  return [
    ...pickers,
    { id: `${prefix}.to-me`, title: text.assignToMe, section, keys: 'i', when: hasTargets, run: assignToMe },
    {
      id: `${prefix}.delete`,
      title: text.delete,
      section,
      keys: 'Mod+Backspace or Delete',
      when: () => hasTargets() && (mayRemove?.() ?? true),
      run: remove,
    },
  ]
}
