import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import type { ComponentChild } from 'preact'
import { getStore } from '../../store/current-store.ts'
import { fieldNames, taskTexts as messages } from '../../messages/task.ts'
import { useQuery } from '../../store/use-query.ts'
import { listContainerSections } from '../tasks/choices.tsx'
import { getNamesById } from '../tasks/names-by-id.ts'
import { UserName } from '../members/user-name.tsx'
import { openFieldPicker } from '../tasks/open-field-picker.tsx'
import type { PickerField } from '../tasks/picker-field.ts'
import { getTaskContainer, getTaskTeam } from '../tasks/task-container.ts'
import { RowName } from '../tasks/row-name.tsx'
import { FieldValue } from '../tasks/field-value.tsx'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { isPhone } from '../../components/top-bar.tsx'
import { findFieldShortcut } from '../tasks/field-commands.ts'
import { isOverdue } from '../tasks/overdue.ts'
import './fields.css'

interface FieldItem {
  field?: PickerField
  name: keyof typeof fieldNames
  value: ComponentChild
  /** Hidden while unset, until the user expands all fields. */
  isMinor?: boolean
  isSet: boolean
}

const buildField = (
  task: Task,
  name: keyof Task & FieldItem['name'],
  field: PickerField,
  isMinor = false,
): FieldItem => ({
  field,
  name,
  isMinor,
  isSet: task[name] != null && task[name] !== '' && (name !== 'task_type' || task[name] !== 'task'),
  value: task[name] == null ? null : <FieldValue field={name} value={task[name]} />,
})

/** Builds a field whose value is looked up in its team or project: it cannot be loaded by id alone. */
const buildLookupField = (
  task: Task,
  name: 'sprint_id' | 'milestone_id' | 'goal_id',
  field: PickerField,
  kind: 'sprints' | 'milestones' | 'goals',
  containerId: string | null,
): FieldItem => ({
  ...buildField(task, name, field, true),
  value: task[name] == null ? null : <bdi class="value">{getNamesById(kind, containerId).get(task[name]) ?? '…'}</bdi>,
})

function listFields(task: Task, section: string | null | undefined): FieldItem[] {
  const due = buildField(task, 'due_date', 'due')
  const isTaskOverdue = isOverdue(task)
  const team = getTaskTeam(task)
  const rows = [
    buildField(task, 'status', 'status'),
    buildField(task, 'assignee', 'assignee'),
    buildField(task, 'priority', 'priority'),
    isTaskOverdue ? { ...due, value: <span class="task-late">{due.value}</span> } : due,
    buildField(task, 'project_id', 'project'),
    { ...buildField(task, 'tags', 'tags'), isSet: task.tags.length > 0, value: <Tags tags={task.tags} /> },
    {
      field: 'section' as const,
      name: 'section_id' as const,
      isMinor: true,
      isSet: section != null,
      value: section && <RowName kind="sections" id={section} />,
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

export function TaskFields({ task }: { task: Task }) {
  const showAll = useSignal(false)
  const section = useSection(task)
  const rows = listFields(task, section)
  // On a phone the description would begin below the screen.
  const isShort = isPhone.value && !showAll.value
  const visibleRows = rows.filter(({ isMinor, isSet }) => showAll.value || !isMinor || (isSet && !isShort))
  const Display = getCustomFieldDisplay()
  const custom = Display?.listTaskFields(task, showAll.value) ?? { shown: [], hiddenCount: 0 }
  const customShown = isShort ? [] : custom.shown
  const hiddenCount = rows.length - visibleRows.length + custom.hiddenCount + custom.shown.length - customShown.length
  return (
    <>
      <dl class="task-fields">
        {visibleRows.map((row) => (
          <FieldRow key={row.name} task={task} row={row} />
        ))}
        {Display && <Display.TaskCustomFields task={task} fields={customShown} />}
        <ReadOnly task={task} />
      </dl>
      {hiddenCount > 0 && (task.has_edit_access || isShort) && (
        <Button kind="quiet" small icon="chevron-down" class="task-all" onClick={() => void (showAll.value = true)}>
          {messages.moreFields}
        </Button>
      )}
    </>
  )
}

function FieldRow({ task, row }: { task: Task; row: FieldItem }) {
  const label = fieldNames[row.name]
  const keys = row.field && findFieldShortcut(row.field)
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
            aria-keyshortcuts={keys}
            onClick={(event) => void openFieldPicker([task.task_id], row.field!, event.currentTarget)}
          >
            <span class="hidden-text">{label}: </span>
            {value}
            {keys && <FieldKey keys={keys} />}
          </button>
        ) : (
          <span class="task-field-value">{value}</span>
        )}
      </dd>
    </div>
  )
}

const FieldKey = ({ keys }: { keys: string }) => (
  <span class="task-field-key" aria-hidden="true">
    <Kbd keys={keys} />
  </span>
)

function ReadOnly({ task }: { task: Task }) {
  return (
    <>
      {task.team_id !== null && (
        <div class="task-field">
          <dt>{fieldNames.team_id}</dt>
          <dd>
            <span class="task-field-value">
              <RowName kind="teams" id={task.team_id} />
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
              <UserName key={name} username={name} size={20} />
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
  const container = getTaskContainer(task)
  const hasSections = listContainerSections(container).length > 0
  const query = useQuery(`${task.task_id} ${container.id} ${hasSections} ${task.updated_at}`, async (svc) => {
    if (own != null || !hasSections) return own ?? null
    const scope = container.kind === 'all' ? 'user:me' : `${container.kind}:${container.id}`
    const params = { section_scope: scope, filter: { id: task.task_id }, limit: 1 }
    const page = await svc.request<{ data: { section_id: string | null }[] }>('GET', '/v1/tasks', {
      query: { org_id: getStore().org, ...params },
    })
    return page.data[0]?.section_id ?? null
  })
  return own ?? query.value
}
