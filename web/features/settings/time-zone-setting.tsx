import type { Preferences } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { settingsTexts as messages } from '../../messages/settings.ts'
import { Button } from '../../components/button.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { browserTimeZone } from '../../components/util/intl.ts'
import { setUserTimeZone } from '../../components/util/dates.ts'
import { showToast } from '../../components/toast.tsx'

export interface PreferencesSettingProps {
  preferences: Preferences
  onChange: (preferences: Preferences) => void
}

const TIME_ZONES = Intl.supportedValuesOf?.('timeZone') ?? []

export function TimeZoneSetting({ preferences, onChange }: PreferencesSettingProps) {
  const saved = preferences.time_zone_chosen ? preferences.time_zone : undefined
  const [typed, setTyped] = useState(saved ?? browserTimeZone)
  const [error, setError] = useState<string>()
  const save = async (time_zone: string) => {
    setTyped(time_zone)
    if (time_zone === saved) return
    try {
      const next = await createApiClient().preferences.update({ time_zone })
      setError(undefined)
      setUserTimeZone(next.time_zone)
      onChange(next)
      showToast({ text: messages.saved })
    } catch (problem) {
      setError(getErrorMessage(problem))
    }
  }
  const onInputChange = (event: Event) => void save((event.currentTarget as HTMLInputElement).value.trim())
  return (
    <section class="settings-section">
      <h2>{messages.time}</h2>
      <FormField label={messages.zone} hint={messages.zoneHint} error={error}>
        <input
          class="input"
          list="zones"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onChange={onInputChange}
        />
      </FormField>
      <datalist id="zones">
        {TIME_ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {saved !== undefined && saved !== browserTimeZone && <BrowserZoneHint save={save} />}
    </section>
  )
}

const BrowserZoneHint = ({ save }: { save: (zone: string) => Promise<void> }) => (
  <p class="settings-row settings-hint">
    {messages.browserZone(browserTimeZone)}
    <Button small onClick={() => void save(browserTimeZone)}>
      {messages.useIt}
    </Button>
  </p>
)
