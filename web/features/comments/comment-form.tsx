import type { Task } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { Button } from '../../components/button.tsx'
import { RowButton } from '../../components/popover-button.tsx'
import { listMentionableUsernames } from './mentionable-users.ts'
import { TextBox, type AcceptFiles } from './text-box.tsx'

interface Props {
  task: Task
  draft: string
  initialText?: string
  label: string
  placeholder?: string
  action: string
  onSend: (text: string) => void
  onCancel?: () => void
  onFiles?: AcceptFiles
}

export function CommentForm(props: Props) {
  const { task, initialText, onSend, onCancel } = props
  const draft = getStore().openDraft(props.draft)
  useEffect(() => {
    if (initialText !== undefined && draft.peek() === '') draft.value = initialText
  }, [])
  const send = () => {
    const text = draft.peek().trim()
    if (!text) return
    onSend(text)
    draft.value = ''
  }
  const cancel = () => {
    draft.value = ''
    onCancel?.()
  }
  const { label, placeholder, onFiles } = props
  return (
    <div class="comment-form">
      <TextBox
        value={draft.value}
        {...{ label, placeholder, onFiles }}
        readers={listMentionableUsernames(task)}
        focused={onCancel !== undefined}
        onInput={(text) => void (draft.value = text)}
        onSend={send}
        onCancel={onCancel && cancel}
      />
      <div class="comment-form-actions">
        {onCancel && <RowButton onClick={cancel}>{messages.cancel}</RowButton>}
        <Button kind="main" small disabled={draft.value.trim() === ''} keys="Mod+Enter" onClick={send}>
          {props.action}
        </Button>
      </div>
    </div>
  )
}
