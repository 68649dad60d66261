import type { Preferences } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createClient } from '../../api/client.ts'
import { settingsTexts as said } from '../../messages/settings.ts'
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

const zones = Intl.supportedValuesOf?.('timeZone') ?? []

/** The person's zone: "today" is theirs everywhere. */
export function Zone({ preferences, onChange }: PreferencesProps) {
  // As long as nothing was set, days are those of the browser.
  const chosen = preferences.version > 0 ? preferences.time_zone : undefined
  const [typed, setTyped] = useState(chosen ?? browserZone)
  const [wrong, setWrong] = useState<string>()
  const save = async (time_zone: string) => {
    setTyped(time_zone)
    if (time_zone === chosen) return
    try {
      const next = await createClient().preferences.update({ time_zone })
      setWrong(undefined)
      liveIn(next.time_zone)
      onChange(next)
      toast({ text: said.saved })
    } catch (problem) {
      setWrong(wordsOf(problem))
    }
  }
  const change = (event: Event) => void save((event.currentTarget as HTMLInputElement).value.trim())
  return (
    <section class="settings-section">
      <h2>{said.time}</h2>
      <Field label={said.zone} hint={said.zoneHint} error={wrong}>
        <input
          class="input"
          list="zones"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onChange={change}
        />
      </Field>
      <datalist id="zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {chosen !== undefined && chosen !== browserZone && <Offer save={save} />}
    </section>
  )
}

const Offer = ({ save }: { save: (zone: string) => Promise<void> }) => (
  <p class="settings-row settings-hint">
    {said.browserZone(browserZone)}
    <Button small onClick={() => void save(browserZone)}>
      {said.useIt}
    </Button>
  </p>
)
