import type { Preferences } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { createClient } from '../../api/client.ts'
import { settingsTexts as messages } from '../../messages/settings.ts'
import { TopBar } from '../../parts/top-bar.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Looks } from './looks.tsx'
import { Notifications } from './notifications.tsx'
import { Sessions } from './sessions.tsx'
import { Zone } from './zone.tsx'
import './settings.css'

export const SettingsScreen = () => (
  <>
    <TopBar title={messages.title} icon="settings" />
    <div class="settings">
      <div class="settings-page">
        <Looks />
        <ServerSettings />
        <Sessions />
      </div>
    </div>
  </>
)

/** Settings that are stored on the server and apply to all browsers. */
function ServerSettings() {
  const [preferences, setPreferences] = useState<Preferences>()
  const [problem, setProblem] = useState<unknown>()
  const load = () => createClient().preferences.read().then(setPreferences, setProblem)
  useEffect(() => void load(), [])
  if (problem)
    return (
      <Failure
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
      <Zone preferences={preferences} onChange={setPreferences} />
      <Notifications preferences={preferences} onChange={setPreferences} />
    </>
  )
}
