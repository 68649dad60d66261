import { useState } from 'preact/hooks'
import { tokenTexts as messages } from '../../../messages/tokens.ts'
import { DialogForm } from './dialog-form.tsx'
import { TextField } from './text-field.tsx'

interface NameDialogProps {
  title: string
  submit: string
  name: string
  run: (name: string) => unknown
  onClose: () => void
}

/** Asks for a name, of something new or for a change. */
export function NameDialog({ title, submit, name, run, onClose }: NameDialogProps) {
  const [text, setText] = useState(name)
  return (
    <DialogForm title={title} submit={submit} disabled={!text.trim()} run={() => run(text.trim())} onClose={onClose}>
      <TextField label={messages.name} value={text} onChange={setText} maxLength={100} autofocus />
    </DialogForm>
  )
}
