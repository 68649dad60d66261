import type { Task } from '@svc/sdk'
import { useEffect, useRef } from 'preact/hooks'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { texts } from '../../messages/en.ts'
import { Attachment } from '../../parts/attachment.tsx'
import { RowButton } from '../../parts/opener.tsx'
import { wordsOf } from '../../ui/failure.tsx'
import { Section } from './section.tsx'
import { attach, dropUpload, send, uploads, type Upload } from './uploads.ts'

/** The files of a task, and those on their way. */
export function Attachments({ task }: { task: Task }) {
  const files = data().all('taskAttachments', { task_id: task.task_id }).value ?? []
  const going = uploads.value.filter(({ taskId }) => taskId === task.task_id)
  const known = files.map(({ attachment_id }) => attachment_id)
  const fresh = going.flatMap(({ done }) => (done && !known.includes(done.attachment_id) ? [done] : []))
  const arrived = going.filter(({ done }) => done && known.includes(done.attachment_id))
  useEffect(() => {
    for (const { id } of arrived) dropUpload(id)
  }, [arrived.length])
  const count = known.length + fresh.length || undefined
  return (
    <Section title={messages.attachments} count={count} actions={<Choose task={task} />}>
      <ul class="task-files">
        {[...files, ...fresh].map((file) => (
          <Attachment key={file.attachment_id} task={task} file={file} />
        ))}
        {going.map((upload) => !upload.done && <Going key={upload.id} upload={upload} />)}
      </ul>
    </Section>
  )
}

/** Chooses files of this device. */
function Choose({ task }: { task: Task }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <RowButton icon="plus" title={messages.attach} onClick={() => field.current!.click()} />
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={messages.attach}
        onChange={(event) => {
          attach(task, [...event.currentTarget.files!])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

function Going({ upload }: { upload: Upload }) {
  const { id, name, sent, problem } = upload
  return (
    <li class="attachment">
      <span class="attachment-name">
        <bdi class="one-line">{name}</bdi>
        {problem ? (
          <span class="task-late" role="alert">
            {messages.uploadFailed}: {wordsOf(problem)}
          </span>
        ) : (
          <progress class="attachment-bar" max={1} value={sent} aria-label={messages.uploading(name)} />
        )}
      </span>
      {Boolean(problem) && <RowButton icon="refresh" title={texts.retry} onClick={() => void send(upload)} />}
      <RowButton icon="x" title={messages.giveUp} onClick={() => dropUpload(id)} />
    </li>
  )
}
