import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import type { ComponentChild } from 'preact'
import { data } from '../../data/current.ts'
import { fieldNames, task as messages } from '../../messages/task.ts'
import { useAsk } from '../../parts/ask.ts'
import { sectionsOf } from '../../parts/choices.tsx'
import { names } from '../../parts/names.ts'
import { Person } from '../../parts/person.tsx'
import { openField, type Field } from '../../parts/task-fields.tsx'
import { homeOf, teamOf } from '../../parts/task-home.ts'
import { Named } from '../../parts/named.tsx'
import { Value } from '../../parts/value.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isOverdue } from '../../parts/overdue.ts'
import './fields.css'

interface FieldItem {
  field?: Field
  name: string
  value: ComponentChild
  /** Hidden while unset, until the user expands all fields. */
  isMinor?: boolean
  isSet: boolean
}

const buildField = (task: Task, name: keyof Task & string, field: Field, isMinor = false): FieldItem => ({
  field,
  name,
  isMinor,
  isSet: task[name] != null && task[name] !== '' && task[name] !== 'task',
  value: task[name] == null ? null : <Value field={name} value={task[name]} />,
})

/** Builds a field whose value is looked up in its team or project: it cannot be loaded by id alone. */
const buildLookupField = (
  task: Task,
  name: 'sprint_id' | 'milestone_id' | 'goal_id',
  field: Field,
  kind: 'sprints' | 'milestones' | 'goals',
  containerId: string | null,
): FieldItem => ({
  ...buildField(task, name, field, true),
  value:
    task[name] == null ? null : <bdi class="value">{names(kind, containerId).get(task[name]) ?? '…'}</bdi>,
})

function listFields(task: Task, section: string | null | undefined): FieldItem[] {
  const due = buildField(task, 'due_date', 'due')
  const isTaskOverdue = isOverdue(task)
  const team = teamOf(task)
  const rows = [
    buildField(task, 'status', 'status'),
    buildField(task, 'assignee', 'assignee'),
    buildField(task, 'priority', 'priority'),
    isTaskOverdue ? { ...due, value: <span class="task-late">{due.value}</span> } : due,
    buildField(task, 'project_id', 'project'),
    { ...buildField(task, 'tags', 'tags'), isSet: task.tags.length > 0, value: <Tags tags={task.tags} /> },
    {
      field: 'section' as const,
      name: 'section_id',
      minor: true,
      isSet: section != null,
      value: section && <Named kind="sections" id={section} />,
    },
    buildField(task, 'start_date', 'start', true),
    buildField(task, 'task_type', 'type', true),
  ]
  if (team !== null)
    rows.push(
      buildLookupField(task, 'sprint_id', 'sprint', 'sprints', team),
      buildLookupField(task, 'milestone_id', 'milestone', 'milestones', team),
    )
  if (task.project_id !== null) rows.push(buildLookupField(task, 'goal_id', 'goal', 'goals', task.project_id))
  return rows
}

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span class="task-tags">
    {tags.map((tag) => (
      <bdi class="task-tag" key={tag}>
        {tag}
      </bdi>
    ))}
  </span>
)

export function Fields({ task }: { task: Task }) {
  const showAll = useSignal(false)
  const section = useSection(task)
  const rows = listFields(task, section)
  const visibleRows = rows.filter(({ isMinor, isSet }) => showAll.value || !isMinor || isSet)
  const hiddenCount = rows.length - visibleRows.length
  return (
    <>
      <dl class="task-fields">
        {visibleRows.map((row) => (
          <FieldRow key={row.name} task={task} row={row} />
        ))}
        <ReadOnly task={task} />
      </dl>
      {hiddenCount > 0 && task.has_edit_access && (
        <Button
          kind="quiet"
          small
          icon="chevron-down"
          class="task-all"
          onClick={() => void (showAll.value = true)}
        >
          {messages.moreFields}
        </Button>
      )}
    </>
  )
}

function FieldRow({ task, row }: { task: Task; row: FieldItem }) {
  const label = fieldNames[row.name]!
  const value = row.isSet ? row.value : <span class="task-unset">{messages.unset}</span>
  return (
    <div class="task-field">
      <dt>{label}</dt>
      <dd>
        {task.has_edit_access && row.field ? (
          <button
            type="button"
            class="task-field-value"
            data-field={row.field}
            aria-haspopup="dialog"
            onClick={(event) => void openField([task.task_id], row.field!, event.currentTarget)}
          >
            <span class="hidden-text">{label}: </span>
            {value}
          </button>
        ) : (
          <span class="task-field-value">{value}</span>
        )}
      </dd>
    </div>
  )
}

/** Fields that cannot be edited in the panel. */
function ReadOnly({ task }: { task: Task }) {
  return (
    <>
      {task.team_id !== null && (
        <div class="task-field">
          <dt>{fieldNames.team_id}</dt>
          <dd>
            <span class="task-field-value">
              <Named kind="teams" id={task.team_id} />
            </span>
          </dd>
        </div>
      )}
      {task.restricted_to?.length > 0 && (
        <div class="task-field task-field-wide">
          <dt>{fieldNames.restricted_to}</dt>
          <dd class="task-people">
            <Icon name="lock" size={14} />
            {task.restricted_to.map((name) => (
              <Person key={name} username={name} size={20} />
            ))}
          </dd>
        </div>
      )}
    </>
  )
}

/** Returns the section of a task. Only lists include it, so it is queried unless the task comes from a list. */
function useSection(task: Task): string | null | undefined {
  const own = (task as Task & { section_id?: string | null }).section_id
  const container = homeOf(task)
  const hasSections = sectionsOf(container).length > 0
  const query = useAsk(`${task.task_id} ${container.id} ${hasSections} ${task.updated_at}`, async (svc) => {
    if (own != null || !hasSections) return own ?? null
    const scope = container.kind === 'all' ? 'user:me' : `${container.kind}:${container.id}`
    const params = { section_scope: scope, filter: { id: task.task_id }, limit: 1 }
    const page = await svc.request<{ data: { section_id: string | null }[] }>('GET', '/v1/tasks', {
      query: { org_id: data().org, ...params },
    })
    return page.data[0]?.section_id ?? null
  })
  return own ?? query.value
}
