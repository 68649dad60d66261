import type { NewTaskValues } from '../../commands/dialog-state.ts'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import { Button } from '../../components/button.tsx'
import type { IconName } from '../../components/icon.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { loadChunk } from '../../components/util/load-chunk.ts'
import type { NewTaskField } from './new-task-field.ts'

const buttons: [NewTaskField, string, IconName][] = [
  ['status', messages.status, 'check-circle'],
  ['assignee', messages.assignee, 'person'],
  ['priority', messages.priority, 'flag'],
  ['due', messages.due, 'calendar'],
  ['project', messages.project, 'project'],
  ['section', messages.section, 'section'],
  ['tags', messages.tags, 'tag'],
  ['start', messages.start, 'calendar'],
  ['parent', messages.parent, 'subtasks'],
  ['more', messages.moreFields, 'more'],
]

interface FieldButtonsProps {
  /** Values as they would be saved, including those of the line. */
  fields: NewTaskValues
  onPick: (patch: NewTaskValues) => void
  onError: (text: string) => void
}

/** Buttons that set the fields of the new task, beside the words of its line. */
export const FieldButtons = ({ fields, onPick, onError }: FieldButtonsProps) => (
  <div class="quick-add-fields" role="group" aria-label={messages.fields}>
    {buttons
      .filter(([field]) => field !== 'section' || fields.project_id || fields.team_id)
      .map(([field, label, icon]) => (
        <Button
          key={field}
          kind="quiet"
          small
          icon={icon}
          expanded={false}
          onClick={({ currentTarget }) =>
            // A toast with a retry would be inert behind the dialog.
            void loadChunk(() => import('./new-task-pickers.tsx')).then(
              ({ showNewTaskPicker }) => showNewTaskPicker(field, fields, onPick, currentTarget),
              (problem: unknown) => onError(getErrorMessage(problem)),
            )
          }
        >
          {label}
        </Button>
      ))}
  </div>
)
