import { SvcProblem } from '@svc/sdk'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { accountTexts as messages } from '../../messages/account-settings.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { AccountProblem } from './account-problem.tsx'
import { requestAccount, useAccountChange, type AccountSettingProps } from './account.ts'
import { createPasskey, supportsPasskeys } from './create-passkey.ts'

interface Passkey {
  passkey_id: string
  name: string
  created_at: string
  last_used_at: string | null
}

type CreationOptions = Parameters<typeof createPasskey>[0]
type Work = () => Promise<unknown>

const showFailure = () => {
  const problem = { type: 'about:blank', title: messages.passkeyFailed, status: 400, detail: '' } as const
  throw new SvcProblem({ ...problem, instance: '', request_id: '' }, new Headers())
}

async function addPasskey(name: string): Promise<void> {
  const { options } = await requestAccount<{ options: CreationOptions }>('POST', '/passkeys', {})
  const credential = await createPasskey(options).catch(showFailure)
  await requestAccount('POST', '/passkeys', { credential, name: name.trim() || messages.defaultName })
}

export function PasskeySettings({ account, onChange }: AccountSettingProps) {
  const [rows, setRows] = useState<readonly Passkey[]>([])
  const [lost, setLost] = useState<unknown>()
  const { isPending, problem, run } = useAccountChange()
  const load = () => {
    void requestAccount<{ data: Passkey[] }>('GET', '/passkeys').then(({ data }) => setRows(data), setLost)
  }
  useEffect(load, [account])
  const change = async (work: Work) => {
    if (await run(work)) onChange()
  }
  if (lost) return <ErrorMessage problem={lost} />
  return (
    <section class="settings-section">
      <h2>{messages.passkeys}</h2>
      <p class="settings-hint">{messages.passkeysHint}</p>
      {rows.length > 0 && (
        <table class="settings-table">
          <tbody>
            {rows.map((row) => (
              <PasskeyRow key={row.passkey_id} row={row} isPending={isPending} onChange={(work) => void change(work)} />
            ))}
          </tbody>
        </table>
      )}
      <AccountProblem problem={problem} />
      <NewPasskey isPending={isPending} onAdd={(name) => void change(() => addPasskey(name))} />
    </section>
  )
}

function NewPasskey({ isPending, onAdd }: { isPending: boolean; onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  if (!supportsPasskeys()) return <p class="settings-hint">{messages.passkeysMissing}</p>
  const submit = (event: Event) => {
    event.preventDefault()
    onAdd(name)
    setName('')
  }
  return (
    <form class="settings-row settings-add" onSubmit={submit}>
      <FormField label={messages.passkeyName}>
        <input class="input" maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </FormField>
      <Button type="submit" disabled={isPending}>
        {messages.add}
      </Button>
    </form>
  )
}

interface PasskeyRowProps {
  row: Passkey
  isPending: boolean
  onChange: (work: Work) => void
}

function PasskeyRow({ row, isPending, onChange }: PasskeyRowProps) {
  const [isRenamed, setRenamed] = useState(false)
  const path = `/passkeys/${row.passkey_id}`
  const rename = (name: string) => {
    onChange(() => requestAccount('PATCH', path, { name }))
    setRenamed(false)
  }
  const remove = () => onChange(() => requestAccount('DELETE', path))
  return (
    <tr>
      <th scope="row">
        {isRenamed ? <RenameForm name={row.name} onSave={rename} /> : row.name}
        <PasskeyTimes row={row} />
      </th>
      <td class="settings-end">
        <Button kind="quiet" title={messages.renameOne(row.name)} onClick={() => setRenamed(true)}>
          {messages.rename}
        </Button>
        <Button kind="quiet" title={messages.deleteOne(row.name)} disabled={isPending} onClick={remove}>
          {messages.delete}
        </Button>
      </td>
    </tr>
  )
}

const PasskeyTimes = ({ row: { created_at, last_used_at } }: { row: Passkey }) => (
  <span class="settings-small">
    {messages.added} <RelativeTime at={created_at} /> ·{' '}
    {last_used_at === null ? (
      messages.neverUsed
    ) : (
      <>
        {messages.lastUsed} <RelativeTime at={last_used_at} />
      </>
    )}
  </span>
)

function RenameForm({ name, onSave }: { name: string; onSave: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    input.current!.focus()
    input.current!.select()
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    onSave(typed)
  }
  return (
    <form class="settings-row" onSubmit={submit}>
      <input
        class="input"
        aria-label={messages.renameOne(name)}
        ref={input}
        required
        maxLength={100}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">{messages.save}</Button>
    </form>
  )
}
