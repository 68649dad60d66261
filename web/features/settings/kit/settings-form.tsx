import type { ComponentChildren } from 'preact'
import { Button } from '../../../components/button.tsx'
import { ActionProblem } from './action-problem.tsx'
import { useSubmit } from './use-submit.ts'

interface SettingsFormProps {
  class?: string
  submit: string
  disabled?: boolean
  /** Returns false if the input is not saved yet. */
  run: () => unknown
  onDone?: () => void
  /** Other buttons. */
  actions?: ComponentChildren
  children: ComponentChildren
}

/** Form on a page of the settings, with the reason if its action fails. */
export function SettingsForm(props: SettingsFormProps) {
  const { class: name = 'settings-section', submit, disabled, actions, children } = props
  const { busy, problem, submit: send } = useSubmit(props)
  return (
    <form class={name} onSubmit={send} noValidate>
      {children}
      <ActionProblem problem={problem} />
      <div class="settings-row">
        <Button type="submit" disabled={disabled || busy}>
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  )
}
