import type { Priority, TaskStatus, TaskType } from '@svc/sdk'
import type { ComponentChild } from 'preact'
import type { RowKind } from '../../store/rows.ts'
import { conflictTexts } from '../../messages/task.ts'
import { priorityNames, statusNames, typeNames } from '../../messages/enums.ts'
import { formatDay } from '../../components/util/dates.ts'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { findField } from '../fields/fields.ts'
import type { CustomFieldValue as Value } from '../fields/format-value.ts'
import { isCustomName } from '../views/filter-names.ts'
import { RowName } from './row-name.tsx'
import { getMembers } from '../members/members.ts'
import { UserName } from '../members/user-name.tsx'
import { PriorityIcon } from './priority-icon.tsx'
import { StatusIcon } from './status-icon.tsx'
import { TaskLink } from './task-link.tsx'
import './field-value.css'

const kindByField: Record<string, RowKind> = {
  project_id: 'projects',
  team_id: 'teams',
  sprint_id: 'sprints',
  milestone_id: 'milestones',
  goal_id: 'goals',
  section_id: 'sections',
}

const renderers: Record<string, (value: string) => ComponentChild> = {
  status: (value) => (
    <>
      <StatusIcon value={value as TaskStatus} /> {statusNames[value as TaskStatus] ?? value}
    </>
  ),
  priority: (value) => (
    <>
      <PriorityIcon value={value as Priority} /> {priorityNames[value as Priority] ?? value}
    </>
  ),
  task_type: (value) => typeNames[value as TaskType] ?? value,
  assignee: (value) => <UserName username={value} size={16} />,
  start_date: formatDay,
  due_date: formatDay,
  end_date: formatDay,
  target_date: formatDay,
  owner_user_id: (value) => getMembers().byId.get(value)?.name ?? value,
  subtask_id: (value) => <TaskLink id={value} status={false} />,
  dependency_id: (value) => <TaskLink id={value} status={false} />,
}

const isEmpty = (value: unknown) => value == null || value === '' || (Array.isArray(value) && !value.length)

export function FieldValue({ field, value }: { field: string; value: unknown }) {
  if (isEmpty(value)) return <span class="value value-empty">{conflictTexts.empty}</span>
  return <span class="value">{renderValue(field, value)}</span>
}

function renderValue(field: string, value: unknown): ComponentChild {
  const custom = isCustomName(field) ? findField(field) : undefined
  const Display = custom && getCustomFieldDisplay()
  if (Display) return <Display.CustomValue field={custom!} value={value as Value} compact />
  if (Array.isArray(value))
    return value.map((one, i) => (
      <>
        {i > 0 && ', '}
        {field === 'sub_tasks' || field === 'dependencies' ? (
          <TaskLink id={String(one)} status={false} />
        ) : (
          <bdi>{typeof one === 'object' ? JSON.stringify(one) : String(one)}</bdi>
        )}
      </>
    ))
  if (typeof value === 'object') return <code>{JSON.stringify(value)}</code>
  const kind = kindByField[field]
  if (kind) return <RowName kind={kind} id={String(value)} />
  return renderers[field]?.(String(value)) ?? <bdi>{String(value)}</bdi>
}
