import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { Compare, MeetBar } from '../../parts/conflict.tsx'
import { textDraft, type KeptText, type TextDraft } from '../../parts/kept-text.ts'
import { Markdown } from '../../parts/markdown.tsx'
import { TextBox } from '../../parts/text-box.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { attach } from './uploads.ts'

/** Description as rendered Markdown, or its editor. A draft outlives the tab. */
export function Description({ task }: { task: Task }) {
  const draft = textDraft(`description:${task.task_id}`)
  if (draft.value) return <Editor task={task} draft={draft} edit={draft.value} />
  // Tasks from lists have no description until the task itself is loaded.
  if (task.description === undefined) return <Skeleton rows={3} height={20} />
  const startEditing = () => draft.begin(task.description ?? '')
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
  edit: KeptText
}

function Editor({ task, draft, edit }: EditorProps) {
  const isPreview = useSignal(false)
  const stored = task.description ?? ''
  const isStale = task.description !== undefined && edit.base !== stored
  const save = () => {
    if (isStale) return
    if (edit.text !== stored)
      data().change(
        'tasks',
        task.task_id,
        { description: edit.text || null },
        messages.changed('the description', task.title),
      )
    draft.end()
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
          onInput={draft.write}
          onSend={save}
          onCancel={edit.text === edit.base ? draft.end : undefined}
          onFiles={(files) => attach(task, files)}
        />
      )}
      {isStale && <ConflictBar draft={draft} mine={edit.text} theirs={stored} />}
      <EditorActions draft={draft} changed={edit.text !== edit.base} save={save} stale={isStale} />
    </div>
  )
}

const ConflictBar = ({ draft, mine, theirs }: { draft: TextDraft; mine: string; theirs: string }) => (
  <MeetBar title={messages.changedMeanwhile} keepMine={() => draft.rebase(theirs)} takeTheirs={draft.end}>
    <Compare mine={mine} theirs={theirs} />
  </MeetBar>
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
      <Button kind="quiet" small onClick={props.draft.end}>
        {props.changed ? messages.discard : messages.cancel}
      </Button>
      <Button kind="main" small keys="Mod+Enter" disabled={props.stale} onClick={props.save}>
        {messages.save}
      </Button>
    </div>
  )
}
