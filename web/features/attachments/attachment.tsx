import type { Task, TaskAttachment } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Icon } from '../../components/icon.tsx'
import { RowButton } from '../../components/popover-button.tsx'
import { canDeleteAttachment } from '../tasks/task-permissions.ts'
import { isImageFile, toLocalPath } from './attachment-file.ts'
import './attachment.css'

export function Attachment({ task, file }: { task: Task; file: TaskAttachment }) {
  const name = file.title ?? file.name ?? file.attachment_id
  const label = messages.download(name)
  return (
    <li class="attachment">
      <Picture file={file} name={name} />
      <span class="attachment-name">
        <bdi class="one-line" title={name}>
          {name}
        </bdi>
        <span class="attachment-by one-line">
          <bdi>{file.uploaded_by}</bdi>
          {file.uploaded_at && ' · '}
          {file.uploaded_at && <RelativeTime at={file.uploaded_at} />}
        </span>
      </span>
      <a
        class="button button-quiet button-small button-bare"
        href={toLocalPath(file)}
        download={file.name ?? ''}
        title={label}
        aria-label={label}
      >
        <Icon name="download" size={14} />
      </a>
      {canDeleteAttachment(file, task) && (
        <RowButton icon="trash" title={messages.removeFile(name)} onClick={() => deleteAttachment(file, name)} />
      )}
    </li>
  )
}

function Picture({ file, name }: { file: TaskAttachment; name: string }) {
  const url = toLocalPath(file)
  if (!isImageFile(file.name ?? ''))
    return (
      <span class="attachment-picture">
        <Icon name="file" />
      </span>
    )
  return (
    <a class="attachment-picture" href={url} target="_blank" rel="noopener" title={messages.previewOf(name)}>
      <img src={url} alt={name} loading="lazy" decoding="async" />
    </a>
  )
}

function deleteAttachment(file: TaskAttachment, name: string): void {
  const ref = { kind: 'taskAttachments' as const, id: file.attachment_id }
  getStore().mutate({
    method: 'taskAttachments.delete',
    args: [file.attachment_id],
    rows: ref,
    optimisticPatches: { type: 'delete', ...ref },
    label: messages.removedFile(name),
  })
}
