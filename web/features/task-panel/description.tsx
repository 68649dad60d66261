import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { useCallback } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { TextComparison, ConflictPrompt } from '../conflicts/conflict.tsx'
import { mergeLines } from '../../store/merge-lines.ts'
import { getTextDraft, type TextEdit, type TextDraft } from '../../store/text-draft.ts'
import { Markdown } from '../../components/markdown.tsx'
import { TextBox } from '../comments/text-box.tsx'
import { Button } from '../../components/button.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { uploadAttachments } from './uploads.ts'

export function TaskDescription({ task }: { task: Task }) {
  const draft = getTextDraft(`description:${task.task_id}`)
  const { task_id, title } = task
  const tick = useCallback((text: string) => saveDescription({ task_id, title }, text), [task_id, title])
  if (draft.value) return <Editor task={task} draft={draft} edit={draft.value} />
  // Tasks from lists have no description until the task itself is loaded.
  if (task.description === undefined) return <Skeleton rows={3} height={20} />
  const startEditing = () => draft.start(task.description ?? '')
  if (!task.description)
    return task.has_edit_access ? (
      <Button kind="quiet" icon="edit" class="task-describe" onClick={startEditing}>
        {messages.addDescription}
      </Button>
    ) : null
  return (
    <div class="task-description">
      <Markdown text={task.description} onTick={task.has_edit_access ? tick : undefined} />
      {task.has_edit_access && (
        <Button
          kind="quiet"
          small
          icon="edit"
          class="task-description-edit"
          title={`${messages.edit}: ${messages.description}`}
          onClick={startEditing}
        />
      )}
    </div>
  )
}

interface EditorProps {
  task: Task
  draft: TextDraft
  edit: TextEdit
}

function Editor({ task, draft, edit }: EditorProps) {
  const isPreview = useSignal(false)
  const stored = task.description ?? ''
  const isStale = task.description !== undefined && edit.base !== stored
  const merged = isStale ? mergeLines(edit.base, edit.text, stored) : edit.text
  const save = () => {
    if (merged === undefined) return
    if (merged !== stored) saveDescription(task, merged)
    draft.discard()
  }
  return (
    <div class="task-editor">
      <Tabs isPreview={isPreview.value} setPreview={(preview) => void (isPreview.value = preview)} />
      {isPreview.value ? (
        <div class="task-preview">
          {edit.text.trim() ? <Markdown text={edit.text} /> : <p class="task-hint">{messages.nothingYet}</p>}
        </div>
      ) : (
        <TextBox
          value={edit.text}
          label={messages.description}
          rows={6}
          focused
          onInput={draft.setText}
          onSend={save}
          onCancel={edit.text === edit.base ? draft.discard : undefined}
          onFiles={(files, insert) => uploadAttachments(task, files, insert)}
        />
      )}
      {isStale && merged !== undefined && (
        <p class="task-hint" role="status">
          {messages.mergedOnSave(task.updated_by)} <ChangeTime task={task} />
        </p>
      )}
      {merged === undefined && <ConflictBar task={task} draft={draft} mine={edit.text} theirs={stored} />}
      <EditorActions draft={draft} changed={edit.text !== edit.base} save={save} stale={merged === undefined} />
    </div>
  )
}

const saveDescription = ({ task_id, title }: Pick<Task, 'task_id' | 'title'>, text: string): void =>
  void getStore().update('tasks', task_id, { description: text || null }, messages.changed('the description', title))

const ChangeTime = ({ task }: { task: Task }) => (task.updated_at ? <RelativeTime at={task.updated_at} /> : null)

interface ConflictProps {
  task: Task
  draft: TextDraft
  mine: string
  theirs: string
}

function ConflictBar({ task, draft, mine, theirs }: ConflictProps) {
  const title = (
    <>
      {messages.changedBy(task.updated_by)} <ChangeTime task={task} />
    </>
  )
  return (
    <ConflictPrompt title={title} keepMine={() => draft.rebase(theirs)} takeTheirs={draft.discard}>
      <TextComparison mine={mine} theirs={theirs} />
    </ConflictPrompt>
  )
}

function Tabs({ isPreview, setPreview }: { isPreview: boolean; setPreview: (preview: boolean) => void }) {
  return (
    <div class="task-tabs" role="group" aria-label={messages.description}>
      <Button kind="quiet" small pressed={!isPreview} onClick={() => setPreview(false)}>
        {messages.write}
      </Button>
      <Button kind="quiet" small pressed={isPreview} onClick={() => setPreview(true)}>
        {messages.preview}
      </Button>
    </div>
  )
}

function EditorActions(props: { draft: TextDraft; changed: boolean; stale: boolean; save: () => void }) {
  return (
    <div class="task-editor-actions">
      {props.changed && <span class="task-hint">{messages.unsaved}</span>}
      <Button kind="quiet" small onClick={props.draft.discard}>
        {props.changed ? messages.discard : messages.cancel}
      </Button>
      <Button kind="main" small keys="Mod+Enter" disabled={props.stale} onClick={props.save}>
        {messages.save}
      </Button>
    </div>
  )
}
