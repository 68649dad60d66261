import { settingsTexts as messages } from '../../messages/settings.ts'
import { FormField } from '../../components/form-field.tsx'
import { languageNames, preferredLanguage } from '../../components/util/language.ts'
import { savePreferences } from '../../components/util/preferences.ts'
import { type ConsoleChoices } from '../../components/util/stored-preferences.ts'

/** Changes the language, which the page reads when it starts. Drafts survive the reload. */
async function changeLanguage(language: string): Promise<void> {
  await savePreferences({ locale: (language || null) as ConsoleChoices['locale'] })
  location.reload()
}

export const LanguageSetting = () => (
  <section class="settings-section">
    <h2>{messages.language}</h2>
    <FormField label={messages.language} hint={messages.languageHint}>
      <select
        class="input"
        value={preferredLanguage ?? ''}
        onChange={(event: Event) => void changeLanguage((event.currentTarget as HTMLSelectElement).value)}
      >
        <option value="">{messages.browserLanguage}</option>
        {Object.entries(languageNames).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </FormField>
  </section>
)
