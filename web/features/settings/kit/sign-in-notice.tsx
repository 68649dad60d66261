import { useEffect } from 'preact/hooks'
import { useQuery } from '../../../store/use-query.ts'
import { settingsKitTexts as messages } from '../../../messages/settings-kit.ts'
import { Button } from '../../../components/button.tsx'
import { signInAgain } from './action-problem.tsx'

interface CurrentSession {
  current: boolean
  authenticated_at: string | null
}

/** The server accepts 10 minutes; two of them are for the form. */
const RECENT_MS = 8 * 60_000

const isRecent = ({ authenticated_at }: CurrentSession): boolean =>
  authenticated_at !== null && Date.now() - Date.parse(authenticated_at) < RECENT_MS

/** Asks for a sign-in before a form is filled whose request requires a recent one; checks again on return to the page. */
export function SignInNotice() {
  const { value, refetch } = useQuery('sessions', (svc) =>
    svc.request<{ data: CurrentSession[] }>('GET', '/v1/me/sessions'),
  )
  useEffect(() => {
    addEventListener('focus', refetch)
    return () => removeEventListener('focus', refetch)
  }, [])
  const session = value?.data.find(({ current }) => current)
  if (!session || isRecent(session)) return null
  return (
    <p class="settings-problem" role="status">
      {messages.freshSignInFirst}
      <Button small onClick={signInAgain}>
        {messages.signInAgain}
      </Button>
    </p>
  )
}
