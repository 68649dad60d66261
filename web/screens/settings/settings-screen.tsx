import type { Preferences } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { createClient } from '../../api/client.ts'
import { settingsTexts as said } from '../../messages/settings.ts'
import { TopBar } from '../../parts/top-bar.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Looks } from './looks.tsx'
import { Notifications } from './notifications.tsx'
import { Sessions } from './sessions.tsx'
import { Zone } from './zone.tsx'
import './settings.css'

/** What is the person's own: how it looks, their day, what they are told of, and where they are signed in. */
export const SettingsScreen = () => (
  <>
    <TopBar title={said.title} icon="settings" />
    <div class="settings">
      <div class="settings-page">
        <Looks />
        <OfServer />
        <Sessions />
      </div>
    </div>
  </>
)

/** What the server keeps, since it is the same in every browser. */
function OfServer() {
  const [preferences, setPreferences] = useState<Preferences>()
  const [problem, setProblem] = useState<unknown>()
  const read = () => createClient().preferences.read().then(setPreferences, setProblem)
  useEffect(() => void read(), [])
  if (problem)
    return (
      <Failure
        problem={problem}
        retry={() => {
          setProblem(undefined)
          void read()
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
