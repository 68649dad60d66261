import { useState } from 'preact/hooks'
import { accountTexts as messages } from '../../messages/account-settings.ts'
import { showToast } from '../../components/toast.tsx'
import { getStore } from '../../store/current-store.ts'
import { requestAccount, type Account, type AccountSettingProps } from './account.ts'
import { SettingsForm } from './kit/settings-form.tsx'
import { TextField } from './kit/text-field.tsx'

/** Saves the display name, which other parts of the page show too. */
async function saveName(name: string): Promise<void> {
  const changed = await requestAccount<Account>('PATCH', '', { name })
  const { me } = getStore()
  me.value = { ...me.peek(), principal: { ...me.peek().principal, name: changed.name } }
}

export function NameSetting({ account }: Pick<AccountSettingProps, 'account'>) {
  const [name, setName] = useState(account.name ?? '')
  return (
    <SettingsForm
      class="settings-form"
      submit={messages.save}
      disabled={!name.trim()}
      run={() => saveName(name)}
      onDone={() => showToast({ text: messages.saved })}
    >
      <TextField label={messages.name} value={name} onChange={setName} maxLength={120} />
    </SettingsForm>
  )
}
