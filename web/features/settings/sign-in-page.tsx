import { SvcProblem } from '@svc/sdk'
import { accountTexts as messages } from '../../messages/account-settings.ts'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useAccount } from './account.ts'
import { IdentitySettings } from './identity-settings.tsx'
import { NameSetting } from './name-setting.tsx'
import { PasskeySettings } from './passkey-settings.tsx'
import { PasswordSetting } from './password-setting.tsx'
import { SessionSettings } from './session-settings.tsx'
import { TotpSetting } from './totp-setting.tsx'

/** Ways to sign in to the user's account, and the sessions that began with them. */
export const SignInPage = () => (
  <>
    <AccountSettings />
    <SessionSettings />
  </>
)

function AccountSettings() {
  const { account, problem, load } = useAccount()
  if (problem instanceof SvcProblem && problem.status === 404) return <p class="settings-hint">{messages.none}</p>
  if (problem) return <ErrorMessage problem={problem} retry={load} />
  if (!account) return <Skeleton rows={10} height={36} />
  return (
    <>
      <NameSetting account={account} />
      <PasswordSetting account={account} onChange={load} />
      <TotpSetting account={account} onChange={load} />
      <PasskeySettings account={account} onChange={load} />
      <IdentitySettings account={account} onChange={load} />
    </>
  )
}
