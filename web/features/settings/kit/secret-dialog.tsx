import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { settingsKitTexts as messages } from '../../../messages/settings-kit.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { copyToClipboard } from '../../../components/util/clipboard.ts'

interface SecretDialogProps {
  title: string
  label: string
  hint: string
  secret: string
  onClose: () => void
  children?: ComponentChildren
}

/** Shows a secret once. Escape closes it only after copying, so that it is not lost by accident. */
export function SecretDialog({ title, label, hint, secret, onClose, children }: SecretDialogProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyToClipboard(secret, messages.secretCopied)
    setCopied(true)
  }
  return (
    <Dialog title={title} open bare onClose={() => isCopied && onClose()}>
      <div class="settings-fields settings-secret dialog-once">
        <h2>{title}</h2>
        <FormField label={label} hint={hint}>
          <input
            class="input settings-secret-text"
            readOnly
            value={secret}
            onFocus={(event: Event) => (event.currentTarget as HTMLInputElement).select()}
          />
        </FormField>
        {children}
        <div class="settings-actions">
          <Button kind={isCopied ? 'main' : 'plain'} onClick={onClose}>
            {messages.done}
          </Button>
          <Button
            kind={isCopied ? 'plain' : 'main'}
            icon={isCopied ? 'check' : 'copy'}
            autofocus
            onClick={() => void copy()}
          >
            {isCopied ? messages.secretCopied : messages.copySecret}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
