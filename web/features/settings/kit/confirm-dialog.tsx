import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { settingsKitTexts as messages } from '../../../messages/settings-kit.ts'
import { DialogForm } from './dialog-form.tsx'
import { TextField } from './text-field.tsx'

interface ConfirmDialogProps {
  title: string
  /** Label of the button that acts, which repeats what happens. */
  confirm: string
  danger?: boolean
  needsSignIn?: boolean
  /** Text to type before the button acts, for what cannot be undone. */
  typed?: string
  /** Says in sentences what the action takes along. */
  effects: readonly string[]
  run: () => unknown
  onClose: () => void
  children?: ComponentChildren
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirm, danger = true, typed, effects, run, onClose, children, needsSignIn } = props
  const [text, setText] = useState('')
  const isReady = typed === undefined || text.trim() === typed.trim()
  return (
    <DialogForm submit={confirm} disabled={!isReady} {...{ title, danger, needsSignIn, run, onClose }}>
      <ul>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {children}
      {typed !== undefined && <TextField label={messages.typeName(typed)} value={text} onChange={setText} autofocus />}
    </DialogForm>
  )
}
