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

export function Attachments({ task }: { task: Task }) {
  const files = data().all('taskAttachments', { task_id: task.task_id }).value ?? []
  const uploadsOfTask = uploads.value.filter(({ taskId }) => taskId === task.task_id)
  const knownIds = files.map(({ attachment_id }) => attachment_id)
  const newFiles = uploadsOfTask.flatMap(({ attachment }) =>
    attachment && !knownIds.includes(attachment.attachment_id) ? [attachment] : [],
  )
  const listedUploads = uploadsOfTask.filter(
    ({ attachment }) => attachment && knownIds.includes(attachment.attachment_id),
  )
  useEffect(() => {
    for (const { id } of listedUploads) dropUpload(id)
  }, [listedUploads.length])
  const count = knownIds.length + newFiles.length || undefined
  return (
    <Section title={messages.attachments} count={count} actions={<FileButton task={task} />}>
      <ul class="task-files">
        {[...files, ...newFiles].map((file) => (
          <Attachment key={file.attachment_id} task={task} file={file} />
        ))}
        {uploadsOfTask.map(
          (upload) => !upload.attachment && <PendingUpload key={upload.id} upload={upload} />,
        )}
      </ul>
    </Section>
  )
}

function FileButton({ task }: { task: Task }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <RowButton icon="plus" title={messages.attach} onClick={() => input.current!.click()} />
      <input
        ref={input}
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

function PendingUpload({ upload }: { upload: Upload }) {
  const { id, name, progress, problem } = upload
  return (
    <li class="attachment">
      <span class="attachment-name">
        <bdi class="one-line">{name}</bdi>
        {problem ? (
          <span class="task-late" role="alert">
            {messages.uploadFailed}: {wordsOf(problem)}
          </span>
        ) : (
          <progress class="attachment-bar" max={1} value={progress} aria-label={messages.uploading(name)} />
        )}
      </span>
      {Boolean(problem) && <RowButton icon="refresh" title={texts.retry} onClick={() => void send(upload)} />}
      <RowButton icon="x" title={messages.giveUp} onClick={() => dropUpload(id)} />
    </li>
  )
}
