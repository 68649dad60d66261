import { useState } from 'preact/hooks'
import { accountTexts as messages } from '../../messages/account-settings.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { requestAccount, type AccountSettingProps } from './account.ts'
import { runAction } from './kit/action-problem.tsx'
import { SettingsForm } from './kit/settings-form.tsx'

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
  const send = () =>
    requestAccount('POST', '/password', { new_password: next, ...(has_password && { current_password: current }) })
  const done = () => {
    setCurrent('')
    setNext('')
    showToast({ text: messages.saved })
    onChange()
  }
  const remove = async () => {
    if (await runAction(() => requestAccount('DELETE', '/password'))) done()
  }
  return (
    <SettingsForm
      class="settings-form"
      submit={has_password ? messages.change : messages.set}
      disabled={!next || (has_password && !current)}
      run={send}
      onDone={done}
      actions={
        has_password && (
          <Button kind="quiet" onClick={() => void remove()}>
            {messages.remove}
          </Button>
        )
      }
    >
      <input type="text" name="username" value={email} autocomplete="username" hidden readOnly />
      {has_password && <PasswordField kind="current" value={current} onInput={setCurrent} />}
      <PasswordField kind="next" value={next} onInput={setNext} />
      <p class="settings-hint">{messages.ends}</p>
    </SettingsForm>
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
      maxLength={256}
      value={value}
      autocomplete={kind === 'next' ? 'new-password' : 'current-password'}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  </FormField>
)
