import type { Preferences } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { BrowserSettings } from './browser-settings.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { TimeZoneSetting } from './time-zone-setting.tsx'

export const PreferencesPage = () => (
  <>
    <BrowserSettings />
    <ServerSettings />
  </>
)

function ServerSettings() {
  const [preferences, setPreferences] = useState<Preferences>()
  const [problem, setProblem] = useState<unknown>()
  const load = () => createApiClient().preferences.read().then(setPreferences, setProblem)
  useEffect(() => void load(), [])
  if (problem)
    return (
      <ErrorMessage
        problem={problem}
        retry={() => {
          setProblem(undefined)
          void load()
        }}
      />
    )
  if (!preferences) return <Skeleton rows={14} height={36} />
  return (
    <>
      <TimeZoneSetting preferences={preferences} onChange={setPreferences} />
      <NotificationSettings preferences={preferences} onChange={setPreferences} />
    </>
  )
}
