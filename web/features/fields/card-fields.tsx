import type { Task } from '@svc/sdk'
import { toCustomName } from '../views/filter-names.ts'
import { CustomValue } from './custom-value.tsx'
import { listCardFields } from './fields.ts'
import { getCustomValue, isUnset } from './format-value.ts'

/** Values of a task that are shown on its card or row; null without any. `hidden` are shown elsewhere. */
export function CardFields({ task, hidden = [] }: { task: Task; hidden?: readonly (string | null)[] }) {
  const fields = listCardFields(task.project_id).filter(({ key }) => !hidden.includes(toCustomName(key)))
  const shown = fields.filter((field) => !isUnset(getCustomValue(task, field)))
  if (shown.length === 0) return null
  return (
    <span class="card-fields">
      {shown.map((field) => {
        const name = toCustomName(field.key)
        return (
          <span key={name} class="card-field" title={field.name} data-field={task.has_edit_access ? name : undefined}>
            {field.type === 'checkbox' ? (
              <bdi class="one-line">{field.name}</bdi>
            ) : (
              CustomValue({ field, value: getCustomValue(task, field), compact: true })
            )}
          </span>
        )
      })}
    </span>
  )
}
