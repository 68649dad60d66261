import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { TextComparison, ConflictPrompt } from '../conflicts/conflict.tsx'
import { getTextDraft, type TextEdit, type TextDraft } from '../../store/text-draft.ts'
import { Markdown } from '../../components/markdown.tsx'
import { TextBox } from '../comments/text-box.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { uploadAttachments } from './uploads.ts'

export function TaskDescription({ task }: { task: Task }) {
  const draft = getTextDraft(`description:${task.task_id}`)
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
      <Markdown text={task.description} />
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
  const save = () => {
    if (isStale) return
    if (edit.text !== stored)
      getStore().update(
        'tasks',
        task.task_id,
        { description: edit.text || null },
        messages.changed('the description', task.title),
      )
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
          onFiles={(files) => uploadAttachments(task, files)}
        />
      )}
      {isStale && <ConflictBar draft={draft} mine={edit.text} theirs={stored} />}
      <EditorActions draft={draft} changed={edit.text !== edit.base} save={save} stale={isStale} />
    </div>
  )
}

const ConflictBar = ({ draft, mine, theirs }: { draft: TextDraft; mine: string; theirs: string }) => (
  <ConflictPrompt title={messages.changedByOther} keepMine={() => draft.rebase(theirs)} takeTheirs={draft.discard}>
    <TextComparison mine={mine} theirs={theirs} />
  </ConflictPrompt>
)

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
