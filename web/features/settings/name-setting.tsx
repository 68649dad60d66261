import { useState } from 'preact/hooks'
import { accountTexts as messages } from '../../messages/account-settings.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { AccountProblem } from './account-problem.tsx'
import { getStore } from '../../store/current-store.ts'
import { requestAccount, useAccountChange, type Account, type AccountSettingProps } from './account.ts'

/** Saves the display name, which other parts of the page show too. */
async function saveName(name: string): Promise<void> {
  const changed = await requestAccount<Account>('PATCH', '', { name })
  const { me } = getStore()
  me.value = { ...me.peek(), principal: { ...me.peek().principal, name: changed.name } }
}

export function NameSetting({ account }: Pick<AccountSettingProps, 'account'>) {
  const [name, setName] = useState(account.name ?? '')
  const { isPending, problem, run } = useAccountChange()
  const submit = async (event: Event) => {
    event.preventDefault()
    if (await run(() => saveName(name))) showToast({ text: messages.saved })
  }
  return (
    <form class="settings-row settings-add" onSubmit={(event) => void submit(event)}>
      <FormField label={messages.name}>
        <input
          class="input"
          required
          maxLength={120}
          value={name}
          autocomplete="name"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </FormField>
      <Button type="submit" disabled={isPending}>
        {messages.save}
      </Button>
      <AccountProblem problem={problem} />
    </form>
  )
}
