import { getStore } from '../../store/current-store.ts'
import { settingsTexts as messages } from '../../messages/settings.ts'
import { FormField } from '../../components/form-field.tsx'
import { languageNames, preferredLanguage, writeLanguage } from '../../components/util/language.ts'

/** Changes the language, which the page reads when it starts. Drafts survive the reload. */
function changeLanguage(language: string): void {
  writeLanguage(getStore().me.peek().principal.id, language || null)
  location.reload()
}

export const LanguageSetting = () => (
  <section class="settings-section">
    <h2>{messages.language}</h2>
    <FormField label={messages.language} hint={messages.languageHint}>
      <select
        class="input"
        value={preferredLanguage ?? ''}
        onChange={(event: Event) => changeLanguage((event.currentTarget as HTMLSelectElement).value)}
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
