import type { ComponentChildren } from 'preact'
import { commonTexts } from '../../../messages/common.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ActionProblem } from './action-problem.tsx'
import { SignInNotice } from './sign-in-notice.tsx'
import { useSubmit } from './use-submit.ts'

interface DialogFormProps {
  title: string
  submit: string
  danger?: boolean
  wide?: boolean
  disabled?: boolean
  /** True if the request requires a recent sign-in. */
  needsSignIn?: boolean | undefined
  run: () => unknown
  /** Called by Cancel, and after success unless `onDone` is set. */
  onClose: () => void
  onDone?: () => void
  /** Returns whether a field shows the error. */
  showInField?: (problem: unknown) => boolean
  children: ComponentChildren
}

/** Dialog with a form, which stays open with the reason if its action fails. */
export function DialogForm(props: DialogFormProps) {
  const { title, submit, danger, wide = false, disabled, needsSignIn, onClose, children } = props
  const { busy, problem, submit: send } = useSubmit({ ...props, onDone: props.onDone ?? onClose })
  return (
    <Dialog title={title} open wide={wide} onClose={onClose}>
      <form class="settings-fields" onSubmit={send} noValidate>
        {needsSignIn && <SignInNotice />}
        {children}
        <div class="settings-actions">
          <ActionProblem problem={problem} />
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button kind={danger ? 'danger' : 'main'} type="submit" disabled={disabled || busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
