import type { Preferences } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createClient } from '../../api/client.ts'
import { settingsTexts as messages } from '../../messages/settings.ts'
import { Button } from '../../ui/button.tsx'
import { wordsOf } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import { browserZone } from '../../ui/intl.ts'
import { liveIn } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'

export interface PreferencesProps {
  preferences: Preferences
  onChange: (preferences: Preferences) => void
}

const TIME_ZONES = Intl.supportedValuesOf?.('timeZone') ?? []

/** Time zone setting, which determines "today" for the user. */
export function Zone({ preferences, onChange }: PreferencesProps) {
  // Until preferences are saved, the time zone of the browser applies.
  const saved = preferences.version > 0 ? preferences.time_zone : undefined
  const [typed, setTyped] = useState(saved ?? browserZone)
  const [error, setError] = useState<string>()
  const save = async (time_zone: string) => {
    setTyped(time_zone)
    if (time_zone === saved) return
    try {
      const next = await createClient().preferences.update({ time_zone })
      setError(undefined)
      liveIn(next.time_zone)
      onChange(next)
      toast({ text: messages.saved })
    } catch (problem) {
      setError(wordsOf(problem))
    }
  }
  const onInputChange = (event: Event) => void save((event.currentTarget as HTMLInputElement).value.trim())
  return (
    <section class="settings-section">
      <h2>{messages.time}</h2>
      <Field label={messages.zone} hint={messages.zoneHint} error={error}>
        <input
          class="input"
          list="zones"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onChange={onInputChange}
        />
      </Field>
      <datalist id="zones">
        {TIME_ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {saved !== undefined && saved !== browserZone && <BrowserZoneHint save={save} />}
    </section>
  )
}

const BrowserZoneHint = ({ save }: { save: (zone: string) => Promise<void> }) => (
  <p class="settings-row settings-hint">
    {messages.browserZone(browserZone)}
    <Button small onClick={() => void save(browserZone)}>
      {messages.useIt}
    </Button>
  </p>
)
