import type { Priority } from '@svc/sdk'
import type { QuickAdd, Token, TokenKind } from '@svc/sdk/quick-add'
import type { NewTaskValues } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import { priorityNames, statusNames } from '../../messages/enums.ts'
import { getFields } from '../fields/fields.ts'
import { formatFieldValue, type CustomFieldValue } from '../fields/format-value.ts'
import { Chip } from '../../components/chip.tsx'
import type { IconName } from '../../components/icon.tsx'
import { formatDay } from '../../components/util/dates.ts'

const icons: Record<TokenKind, IconName> = {
  priority: 'flag',
  tag: 'tag',
  assignee: 'person',
  project: 'project',
  due: 'calendar',
}

function getLabel({ kind, label, value }: Token): string {
  if (kind === 'priority') return priorityNames[value as Priority]
  return kind === 'due' ? formatDay(value) : label
}

interface ChipsProps {
  line: QuickAdd
  defaults: NewTaskValues
  setDefaults: (defaults: NewTaskValues) => void
  reject: (text: string) => void
  error: string
}

export function QuickAddChips({ line, defaults, setDefaults, reject, error }: ChipsProps) {
  const tokenKinds = new Set(line.tokens.map(({ kind }) => kind))
  return (
    <div class="quick-add-chips" role="group" aria-label={messages.understood}>
      {error && (
        <span class="field-error" role="alert">
          {error}
        </span>
      )}
      {line.tokens.map((token) => (
        <Chip key={token.from} icon={icons[token.kind]} label={getLabel(token)} onRemove={() => reject(token.text)} />
      ))}
      {listDefaults(defaults)
        .filter(({ field }) => !tokenKinds.has(field as TokenKind))
        .map(({ field, icon, label, without }) => (
          <Chip key={field} icon={icon} label={label} onRemove={() => setDefaults(without)} />
        ))}
    </div>
  )
}

interface DefaultChip {
  field: string
  icon: IconName
  label: string
  without: NewTaskValues
}

function listDefaults(defaults: NewTaskValues): DefaultChip[] {
  const { project_id, team_id, assignee, status, priority, due_date, start_date, section_id, parent_task_id } = defaults
  const chips: DefaultChip[] = []
  const add = (field: string, icon: IconName, label: string | undefined, ...names: (keyof NewTaskValues)[]) => {
    if (label) chips.push({ field, icon, label, without: omit(defaults, names) })
  }
  add('project', 'project', findName('projects', project_id), 'project_id', 'section_id', 'milestone_id', 'goal_id')
  add('team', 'team', findName('teams', team_id), 'team_id', 'sprint_id', 'section_id')
  add('assignee', 'person', assignee, 'assignee')
  add('status', 'check-circle', status && statusNames[status as keyof typeof statusNames], 'status')
  add('priority', 'flag', priority && priorityNames[priority as Priority], 'priority')
  add('due', 'calendar', due_date && formatDay(due_date), 'due_date')
  add('section', 'section', section_id && getStore().row('sections', section_id).value?.name, 'section_id')
  add('start', 'calendar', start_date && messages.starts(formatDay(start_date)), 'start_date')
  for (const tag of defaults.tags ?? []) {
    const tags = defaults.tags!.filter((one) => one !== tag)
    chips.push({ field: `tag ${tag}`, icon: 'tag', label: tag, without: { ...defaults, tags } })
  }
  const parent = parent_task_id && getStore().row('tasks', parent_task_id).value
  add(
    'parent',
    'subtasks',
    parent_task_id && messages.ofParent(parent ? parent.title : parent_task_id),
    'parent_task_id',
  )
  for (const [key, value] of Object.entries(defaults.custom ?? {})) {
    const field = getFields()?.byKey.get(key)
    const label = field && value != null && `${field.name}: ${formatFieldValue(field, value as CustomFieldValue)}`
    const { [key]: _dropped, ...custom } = defaults.custom!
    if (label) chips.push({ field: `custom ${key}`, icon: 'list', label, without: { ...defaults, custom } })
  }
  return chips
}

const omit = (defaults: NewTaskValues, names: (keyof NewTaskValues)[]): NewTaskValues =>
  Object.fromEntries(Object.entries(defaults).filter(([name]) => !names.includes(name as never)))

const findName = (kind: 'projects' | 'teams', id: string | undefined): string | undefined =>
  id === undefined ? undefined : (getStore().row(kind, id).value?.name ?? id)
