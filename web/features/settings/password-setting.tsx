import { useState } from 'preact/hooks'
import { accountTexts as messages } from '../../messages/account-settings.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { AccountProblem } from './account-problem.tsx'
import { requestAccount, useAccountChange, type AccountSettingProps } from './account.ts'

export const PasswordSetting = ({ account, onChange }: AccountSettingProps) => (
  <section class="settings-section">
    <h2>{messages.password}</h2>
    {!account.has_password && <p class="settings-hint">{messages.noPassword}</p>}
    <PasswordForm account={account} onChange={onChange} />
  </section>
)

function PasswordForm({ account: { email, has_password }, onChange }: AccountSettingProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { isPending, problem, run } = useAccountChange()
  const change = async (work: () => Promise<unknown>) => {
    if (!(await run(work))) return
    setCurrent('')
    setNext('')
    showToast({ text: messages.saved })
    onChange()
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const body = { new_password: next, ...(has_password && { current_password: current }) }
    void change(() => requestAccount('POST', '/password', body))
  }
  const remove = () => void change(() => requestAccount('DELETE', '/password'))
  return (
    <form class="settings-form" onSubmit={submit}>
      <input type="text" name="username" value={email} autocomplete="username" hidden readOnly />
      {has_password && <PasswordField kind="current" value={current} onInput={setCurrent} />}
      <PasswordField kind="next" value={next} onInput={setNext} />
      <AccountProblem problem={problem} />
      <p class="settings-hint">{messages.ends}</p>
      <div class="settings-row">
        <Button type="submit" disabled={isPending}>
          {has_password ? messages.change : messages.set}
        </Button>
        {has_password && (
          <Button kind="quiet" disabled={isPending} onClick={remove}>
            {messages.remove}
          </Button>
        )}
      </div>
    </form>
  )
}

interface PasswordFieldProps {
  kind: 'current' | 'next'
  value: string
  onInput: (value: string) => void
}

const PasswordField = ({ kind, value, onInput }: PasswordFieldProps) => (
  <FormField
    label={kind === 'next' ? messages.next : messages.current}
    hint={kind === 'next' ? messages.nextHint : undefined}
  >
    <input
      class="input"
      type="password"
      required
      maxLength={256}
      value={value}
      autocomplete={kind === 'next' ? 'new-password' : 'current-password'}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  </FormField>
)
