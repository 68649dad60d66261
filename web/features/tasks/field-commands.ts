import type { Command } from '../../commands/commands.ts'
import { listTexts } from '../../messages/tasks.ts'
import { getMyUsername } from '../members/members.ts'
import { updateTasks } from './task-mutations.ts'
import { openFieldPicker } from './open-field-picker.tsx'
import type { PickerField } from './picker-field.ts'

const fieldKeys: [PickerField, string, string][] = [
  ['status', listTexts.status, 's'],
  ['assignee', listTexts.assignee, 'a'],
  ['priority', listTexts.priority, 'p'],
  ['due', listTexts.due, 'd'],
  ['tags', listTexts.tags, 'l'],
  ['move', listTexts.move, 'm'],
]

interface CommandOptions {
  /** Distinguishes the commands of a list from those of the open task. */
  prefix: string
  targets: () => readonly string[]
  anchor: (field?: PickerField) => Element
  remove: () => void
  mayRemove?: () => boolean
}

export function buildFieldCommands(options: CommandOptions): Command[] {
  const { prefix, targets, anchor, remove, mayRemove } = options
  const hasTargets = () => targets().length > 0
  const section = listTexts.sectionTasks
  const pickers = fieldKeys.map(([field, title, key]) => ({
    id: `${prefix}.${field}`,
    title: field === 'move' ? title : listTexts.setField(title),
    section,
    keys: key,
    when: hasTargets,
    run: () => void openFieldPicker(targets(), field, anchor(field)),
  }))
  const assignToMe = () => {
    const assignee = getMyUsername()
    updateTasks(targets(), { assignee }, { field: listTexts.assignee, value: assignee! })
  }
  return [
    ...pickers,
    {
      id: `${prefix}.to-me`,
      title: listTexts.assignToMe,
      section,
      keys: 'i',
      when: hasTargets,
      run: assignToMe,
    },
    {
      id: `${prefix}.delete`,
      title: listTexts.delete,
      section,
      keys: 'Mod+Backspace or Delete',
      when: () => hasTargets() && (mayRemove?.() ?? true),
      run: remove,
    },
  ]
}
