import type { Task } from '@svc/sdk'
import { useEffect, useRef } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { commonTexts } from '../../messages/common.ts'
import { Attachment } from '../attachments/attachment.tsx'
import { RowButton } from '../../components/popover-button.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { PanelSection } from './panel-section.tsx'
import { uploadAttachments, cancelUpload, sendUpload, attachmentUploads, type AttachmentUpload } from './uploads.ts'

export function TaskAttachments({ task }: { task: Task }) {
  const files = getStore().all('taskAttachments', { task_id: task.task_id }).value ?? []
  const uploadsOfTask = attachmentUploads.value.filter(({ taskId }) => taskId === task.task_id)
  const knownIds = files.map(({ attachment_id }) => attachment_id)
  const newFiles = uploadsOfTask.flatMap(({ attachment }) =>
    attachment && !knownIds.includes(attachment.attachment_id) ? [attachment] : [],
  )
  const listedUploads = uploadsOfTask.filter(
    ({ attachment }) => attachment && knownIds.includes(attachment.attachment_id),
  )
  useEffect(() => {
    for (const { id } of listedUploads) cancelUpload(id)
  }, [listedUploads.length])
  const count = knownIds.length + newFiles.length || undefined
  return (
    <PanelSection title={messages.attachments} count={count} actions={<FileButton task={task} />}>
      <ul class="task-files">
        {[...files, ...newFiles].map((file) => (
          <Attachment key={file.attachment_id} task={task} file={file} />
        ))}
        {uploadsOfTask.map((upload) => !upload.attachment && <PendingUpload key={upload.id} upload={upload} />)}
      </ul>
    </PanelSection>
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
          uploadAttachments(task, [...event.currentTarget.files!])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

function PendingUpload({ upload }: { upload: AttachmentUpload }) {
  const { id, name, progress, problem } = upload
  return (
    <li class="attachment">
      <span class="attachment-name">
        <bdi class="one-line">{name}</bdi>
        {problem ? (
          <span class="task-late" role="alert">
            {messages.uploadFailed}: {getErrorMessage(problem)}
          </span>
        ) : (
          <progress class="attachment-bar" max={1} value={progress} aria-label={messages.uploading(name)} />
        )}
      </span>
      {Boolean(problem) && (
        <RowButton icon="refresh" title={commonTexts.retry} onClick={() => void sendUpload(upload)} />
      )}
      <RowButton icon="x" title={messages.giveUp} onClick={() => cancelUpload(id)} />
    </li>
  )
}
