import type { Field, Task } from '@svc/sdk'
import { fieldTexts } from '../../messages/fields.ts'
import { Icon } from '../../components/icon.tsx'
import { CustomValue } from './custom-value.tsx'
import { listProjectFields } from './fields.ts'
import { getCustomValue, isUnset, type CustomFieldValue as Value } from './format-value.ts'
import { openTaskValueEditor } from './open-value-editor.ts'
import { findRefusal, setCustomValue } from './set-value.ts'
import './task-custom-fields.css'

/** Number of fields up to which unset ones are shown too. */
const MAX_SHOWN_UNSET = 6

/** Returns the custom fields of a task: all if they are few, else those that are set or on cards. */
export function listTaskFields(task: Task, showAll: boolean): { shown: Field[]; hiddenCount: number } {
  const fields = listProjectFields(task.project_id)
  if (showAll || fields.length <= MAX_SHOWN_UNSET) return { shown: fields, hiddenCount: 0 }
  const shown = fields.filter((field) => field.on_card || !isUnset(getCustomValue(task, field)))
  return { shown, hiddenCount: fields.length - shown.length }
}

/** Rows of custom fields in the list of a task's fields. */
export const TaskCustomFields = ({ task, fields }: { task: Task; fields: readonly Field[] }) =>
  fields.map((field) => <FieldRow key={field.field_id} task={task} field={field} />)

function FieldRow({ task, field }: { task: Task; field: Field }) {
  const value = getCustomValue(task, field)
  const refusal = findRefusal(task.task_id, field)
  return (
    <div class="task-field task-field-custom">
      <dt class="one-line" title={[field.name, field.description].filter(Boolean).join('\n')} dir="auto">
        {field.name}
      </dt>
      <dd>
        <FieldControl task={task} field={field} value={value} />
        {refusal && (
          <p class="field-error" role="alert">
            {refusal}
          </p>
        )}
      </dd>
    </div>
  )
}

interface ControlProps {
  task: Task
  field: Field
  value: Value
}

function FieldControl(props: ControlProps) {
  const { task, field, value } = props
  if (field.type === 'checkbox') return <Checkbox {...props} />
  if (!task.has_edit_access) return <span class="task-field-value">{renderValue(field, value, false)}</span>
  if (field.type !== 'url' || isUnset(value)) return <ValueButton {...props} />
  return (
    <span class="task-field-link">
      <ValueButton {...props} />
      <a href={String(value)} target="_blank" rel="noopener noreferrer" title={fieldTexts.openLink(field.name)}>
        <Icon name="external" size={14} />
        <span class="hidden-text">{fieldTexts.openLink(field.name)}</span>
      </a>
    </span>
  )
}

const renderValue = (field: Field, value: Value, isButton: boolean) =>
  isUnset(value) ? (
    <span class="task-unset">{fieldTexts.unset}</span>
  ) : (
    <CustomValue field={field} value={value} compact={field.type === 'url' && isButton} />
  )

const Checkbox = ({ task, field, value }: ControlProps) => (
  <label class="task-field-check">
    <input
      type="checkbox"
      checked={value === true}
      disabled={!task.has_edit_access}
      aria-label={field.name}
      data-field={`custom.${field.key}`}
      onChange={(event) => setCustomValue([task.task_id], field, event.currentTarget.checked)}
    />
  </label>
)

const ValueButton = ({ task, field, value }: ControlProps) => (
  <button
    type="button"
    class="task-field-value"
    data-field={`custom.${field.key}`}
    aria-haspopup="dialog"
    onClick={(event) => void openTaskValueEditor([task.task_id], field.key, event.currentTarget)}
  >
    <span class="hidden-text">{field.name}: </span>
    {renderValue(field, value, true)}
  </button>
)
