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

interface Shown {
  field?: Field
  name: string
  value: ComponentChild
  /** Shown only when it is set, or when all are asked for. */
  minor?: boolean
  isSet: boolean
}

const shown = (task: Task, name: keyof Task & string, field: Field, minor = false): Shown => ({
  field,
  name,
  minor,
  isSet: task[name] != null && task[name] !== '' && task[name] !== 'task',
  value: task[name] == null ? null : <Value field={name} value={task[name]} />,
})

/** What is a team's or a project's and found among what that has: its id alone does not lead to it. */
const held = (
  task: Task,
  name: 'sprint_id' | 'milestone_id' | 'goal_id',
  field: Field,
  kind: 'sprints' | 'milestones' | 'goals',
  holder: string | null,
): Shown => ({
  ...shown(task, name, field, true),
  value: task[name] == null ? null : <bdi class="value">{names(kind, holder).get(task[name]) ?? '…'}</bdi>,
})

function rowsOf(task: Task, section: string | null | undefined): Shown[] {
  const due = shown(task, 'due_date', 'due')
  const isLate = isOverdue(task)
  const team = teamOf(task)
  const rows = [
    shown(task, 'status', 'status'),
    shown(task, 'assignee', 'assignee'),
    shown(task, 'priority', 'priority'),
    isLate ? { ...due, value: <span class="task-late">{due.value}</span> } : due,
    shown(task, 'project_id', 'project'),
    { ...shown(task, 'tags', 'tags'), isSet: task.tags.length > 0, value: <Tags tags={task.tags} /> },
    {
      field: 'section' as const,
      name: 'section_id',
      minor: true,
      isSet: section != null,
      value: section && <Named kind="sections" id={section} />,
    },
    shown(task, 'start_date', 'start', true),
    shown(task, 'task_type', 'type', true),
  ]
  if (team !== null)
    rows.push(
      held(task, 'sprint_id', 'sprint', 'sprints', team),
      held(task, 'milestone_id', 'milestone', 'milestones', team),
    )
  if (task.project_id !== null) rows.push(held(task, 'goal_id', 'goal', 'goals', task.project_id))
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

/** What a task has beside its texts, each as a button that opens what it is picked from. */
export function Fields({ task }: { task: Task }) {
  const all = useSignal(false)
  const section = useSection(task)
  const rows = rowsOf(task, section)
  const seen = rows.filter(({ minor, isSet }) => all.value || !minor || isSet)
  const hidden = rows.length - seen.length
  return (
    <>
      <dl class="task-fields">
        {seen.map((row) => (
          <FieldRow key={row.name} task={task} row={row} />
        ))}
        <ReadOnly task={task} />
      </dl>
      {hidden > 0 && task.has_edit_access && (
        <Button
          kind="quiet"
          small
          icon="chevron-down"
          class="task-all"
          onClick={() => void (all.value = true)}
        >
          {messages.moreFields}
        </Button>
      )}
    </>
  )
}

function FieldRow({ task, row }: { task: Task; row: Shown }) {
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

/** What is set elsewhere. */
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

/** The section in which a task lies, which is told by lists alone. */
function useSection(task: Task): string | null | undefined {
  const own = (task as Task & { section_id?: string | null }).section_id
  const home = homeOf(task)
  const isSorted = sectionsOf(home).length > 0
  const asked = useAsk(`${task.task_id} ${home.id} ${isSorted} ${task.updated_at}`, async (svc) => {
    if (own != null || !isSorted) return own ?? null
    const scope = home.kind === 'all' ? 'user:me' : `${home.kind}:${home.id}`
    const query = { section_scope: scope, filter: { id: task.task_id }, limit: 1 }
    const page = await svc.request<{ data: { section_id: string | null }[] }>('GET', '/v1/tasks', {
      query: { org_id: data().org, ...query },
    })
    return page.data[0]?.section_id ?? null
  })
  return own ?? asked.value
}
