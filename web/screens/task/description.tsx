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

/** The description: shown as it is meant, and changed as it is written. A change that was begun survives the tab. */
export function Description({ task }: { task: Task }) {
  const draft = textDraft(`description:${task.task_id}`)
  if (draft.value) return <Editor task={task} draft={draft} kept={draft.value} />
  // A row of a list may have come without it.
  if (task.description === undefined) return <Skeleton rows={3} height={20} />
  const begin = () => draft.begin(task.description ?? '')
  if (!task.description)
    return task.has_edit_access ? (
      <Button kind="quiet" icon="edit" class="task-describe" onClick={begin}>
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
          onClick={begin}
        />
      )}
    </div>
  )
}

interface Editing {
  task: Task
  draft: TextDraft
  kept: KeptText
}

function Editor({ task, draft, kept }: Editing) {
  const previewed = useSignal(false)
  const now = task.description ?? ''
  const isStale = task.description !== undefined && kept.base !== now
  const save = () => {
    if (isStale) return
    if (kept.text !== now)
      data().change(
        'tasks',
        task.task_id,
        { description: kept.text || null },
        messages.changed('the description', task.title),
      )
    draft.end()
  }
  return (
    <div class="task-editor">
      <Tabs previewed={previewed.value} show={(preview) => void (previewed.value = preview)} />
      {previewed.value ? (
        <div class="task-preview">
          {kept.text.trim() ? <Markdown text={kept.text} /> : <p class="task-hint">{messages.nothingYet}</p>}
        </div>
      ) : (
        <TextBox
          value={kept.text}
          label={messages.description}
          rows={6}
          focused
          onInput={draft.write}
          onSend={save}
          onCancel={kept.text === kept.base ? draft.end : undefined}
          onFiles={(files) => attach(task, files)}
        />
      )}
      {isStale && <Meet draft={draft} mine={kept.text} theirs={now} />}
      <EditorActions draft={draft} changed={kept.text !== kept.base} save={save} stale={isStale} />
    </div>
  )
}

const Meet = ({ draft, mine, theirs }: { draft: TextDraft; mine: string; theirs: string }) => (
  <MeetBar title={messages.changedMeanwhile} keepMine={() => draft.rebase(theirs)} takeTheirs={draft.end}>
    <Compare mine={mine} theirs={theirs} />
  </MeetBar>
)

function Tabs({ previewed, show }: { previewed: boolean; show: (preview: boolean) => void }) {
  return (
    <div class="task-tabs" role="group" aria-label={messages.description}>
      <Button kind="quiet" small pressed={!previewed} onClick={() => show(false)}>
        {messages.write}
      </Button>
      <Button kind="quiet" small pressed={previewed} onClick={() => show(true)}>
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
