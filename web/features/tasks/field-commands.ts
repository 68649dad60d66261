import type { Command } from '../../commands/commands.ts'
import type { IconName } from '../../components/icon.tsx'
import { listTexts } from '../../messages/tasks.ts'
import { getMyUsername } from '../members/members.ts'
import { updateTasks } from './task-mutations.ts'
import { loadAndDuplicateTasks, openFieldPicker } from './open-field-picker.tsx'
import type { PickerField } from './picker-field.ts'

const fieldKeys: [PickerField, string, string, IconName][] = [
  ['status', listTexts.status, 's', 'check-circle'],
  ['assignee', listTexts.assignee, 'a', 'person'],
  ['priority', listTexts.priority, 'p', 'flag'],
  ['due', listTexts.due, 'd', 'calendar'],
  ['tags', listTexts.tags, 'l', 'tag'],
  ['move', listTexts.move, 'm', 'arrow-right'],
]

/** Returns the key that opens the picker of a field. */
export const findFieldShortcut = (field: PickerField): string | undefined =>
  fieldKeys.find(([name]) => name === field)?.[2]

interface CommandOptions {
  /** Distinguishes the commands of a list from those of the open task. */
  prefix: string
  targets: () => readonly string[]
  anchor: (field?: PickerField) => Element
  remove: () => void
  canRemove?: () => boolean
}

function assignToMe(ids: readonly string[]): void {
  const assignee = getMyUsername()
  updateTasks(ids, { assignee }, { field: listTexts.assignee, value: assignee! })
}

export function buildFieldCommands(options: CommandOptions): Command[] {
  const { prefix, targets, anchor, remove, canRemove: mayRemove } = options
  const hasTargets = () => targets().length > 0
  const section = listTexts.sectionTasks
  const pickers = fieldKeys.map(([field, title, key, menu]) => ({
    id: `${prefix}.${field}`,
    title: field === 'move' ? title : listTexts.setField(title),
    section,
    keys: key,
    menu,
    when: hasTargets,
    run: () => void openFieldPicker(targets(), field, anchor(field)),
  }))
  const shared = { section, when: hasTargets }
  const duplicate = () => void loadAndDuplicateTasks(targets())
  return [
    ...pickers,
    {
      ...shared,
      id: `${prefix}.to-me`,
      title: listTexts.assignToMe,
      keys: 'i',
      menu: 'person',
      run: () => assignToMe(targets()),
    },
    { ...shared, id: `${prefix}.duplicate`, title: listTexts.duplicate, menu: 'copy', run: duplicate },
    {
      id: `${prefix}.delete`,
      title: listTexts.delete,
      section,
      keys: 'Mod+Backspace or Delete',
      menu: 'trash' as const,
      when: () => hasTargets() && (mayRemove?.() ?? true),
      run: remove,
    },
  ]
}
