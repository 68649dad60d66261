import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { accountTexts as messages } from '../../messages/account-settings.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { AccountProblem } from './account-problem.tsx'
import { requestAccount, useAccountChange, type AccountChange, type AccountSettingProps } from './account.ts'

interface TotpResult {
  secret: string | null
  qr_code: string | null
  recovery_codes: string[] | null
}

export function TotpSetting({ account, onChange }: AccountSettingProps) {
  const [pending, setPending] = useState<{ secret: string; qrCode: string | null }>()
  const [codes, setCodes] = useState<readonly string[]>()
  const change = useAccountChange()
  const begin = () =>
    change.run(async () => {
      const { secret, qr_code } = await requestAccount<TotpResult>('POST', '/totp', {})
      setPending({ secret: secret!, qrCode: qr_code })
    })
  const confirm = (code: string) =>
    change.run(async () => {
      const { recovery_codes } = await requestAccount<TotpResult>('POST', '/totp', { code })
      setPending(undefined)
      setCodes(recovery_codes!)
    })
  const finish = () => {
    setCodes(undefined)
    onChange()
  }
  return (
    <section class="settings-section">
      <h2>{messages.app}</h2>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={finish} />
      ) : pending ? (
        <ConfirmTotp {...pending} change={change} onConfirm={confirm} onCancel={() => setPending(undefined)} />
      ) : (
        <TotpState account={account} change={change} onBegin={() => void begin()} onChange={onChange} />
      )}
    </section>
  )
}

interface TotpStateProps extends AccountSettingProps {
  change: AccountChange
  onBegin: () => void
}

function TotpState({ account, change: { isPending, problem, run }, onBegin, onChange }: TotpStateProps) {
  const remove = async () => {
    if (await run(() => requestAccount('DELETE', '/totp'))) onChange()
  }
  return (
    <>
      <p class="settings-hint">{account.has_totp ? messages.appOn(account.recovery_codes_left) : messages.appOff}</p>
      <AccountProblem problem={problem} />
      <div class="settings-row">
        {account.has_totp ? (
          <Button disabled={isPending} onClick={() => void remove()}>
            {messages.removeApp}
          </Button>
        ) : (
          <Button disabled={isPending} onClick={onBegin}>
            {messages.setUp}
          </Button>
        )}
      </div>
    </>
  )
}

interface ConfirmTotpProps {
  secret: string
  /** SVG image. */
  qrCode: string | null
  change: AccountChange
  onConfirm: (code: string) => unknown
  onCancel: () => void
}

function TotpQrCode({ image }: { image: string }) {
  const [url] = useState(() => URL.createObjectURL(new Blob([image], { type: 'image/svg+xml' })))
  return (
    <>
      <p class="settings-hint">{messages.scan}</p>
      <img class="settings-qr" src={url} alt={messages.qrCode} onLoad={() => URL.revokeObjectURL(url)} />
    </>
  )
}

function ConfirmTotp({ secret, qrCode, change, onConfirm, onCancel }: ConfirmTotpProps) {
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current!.focus(), [])
  const submit = (event: Event) => {
    event.preventDefault()
    onConfirm(code)
  }
  return (
    <form class="settings-form" onSubmit={submit}>
      {qrCode && <TotpQrCode image={qrCode} />}
      <p>
        {messages.key}: <code class="settings-code">{secret.match(/.{1,4}/g)!.join(' ')}</code>
      </p>
      <FormField label={messages.code}>
        <input
          class="input"
          ref={input}
          required
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={20}
          value={code}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
      </FormField>
      <AccountProblem problem={change.problem} />
      <div class="settings-row">
        <Button kind="main" type="submit" disabled={change.isPending}>
          {messages.confirm}
        </Button>
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </div>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    showToast({ text: messages.copied })
  }
  return (
    <>
      <h3>{messages.codes}</h3>
      <p class="settings-hint">{messages.codesHint}</p>
      <ul class="settings-codes" aria-label={messages.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code class="settings-code">{code}</code>
          </li>
        ))}
      </ul>
      <div class="settings-row">
        <Button onClick={() => void copy()}>{messages.copy}</Button>
        <Button kind="main" onClick={onDone}>
          {messages.done}
        </Button>
      </div>
    </>
  )
}
