import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { TextComparison, ConflictPrompt } from '../conflicts/conflict.tsx'
import { getTextDraft, type TextDraft } from '../../store/text-draft.ts'

const normalizeTitle = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

function saveTitle(task: Task, draft: TextDraft): void {
  const title = normalizeTitle(draft.value?.text ?? '')
  if (title && title !== task.title)
    getStore().update('tasks', task.task_id, { title }, messages.changed('the title', task.title))
  draft.discard()
}

export function TaskTitle({ task }: { task: Task }) {
  const draft = getTextDraft(`title:${task.task_id}`)
  if (!task.has_edit_access)
    return (
      <h2 class="task-title" dir="auto">
        {task.title}
      </h2>
    )
  const edit = draft.value
  // If the stored title has changed since editing began, the user chooses between both.
  const isStale = edit !== undefined && edit.base !== task.title && normalizeTitle(edit.text) !== task.title
  return (
    <>
      <h2 class="hidden-text">{task.title}</h2>
      <TitleField task={task} draft={draft} save={() => isStale || saveTitle(task, draft)} />
      {isStale && (
        <ConflictPrompt
          title={messages.changedBy(task.updated_by)}
          keepMine={() => saveTitle(task, draft)}
          takeTheirs={draft.discard}
        >
          <TextComparison mine={edit.text} theirs={task.title} />
        </ConflictPrompt>
      )}
    </>
  )
}

function TitleField({ task, draft, save }: { task: Task; draft: TextDraft; save: () => void }) {
  return (
    <textarea
      class="task-title task-title-field"
      dir="auto"
      rows={1}
      aria-label={messages.title}
      value={draft.value?.text ?? task.title}
      onInput={({ currentTarget: { value } }) => (draft.value ? draft.setText(value) : draft.start(task.title, value))}
      onBlur={() => draft.value && save()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') draft.discard()
        event.currentTarget.blur()
      }}
    />
  )
}
