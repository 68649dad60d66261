import { openDialog } from '../../commands/dialog-state.ts'
import { singleKeysEnabled, setSingleKeys } from '../../commands/keys.ts'
import { settingsTexts as messages } from '../../messages/settings.ts'
import { Button } from '../../components/button.tsx'
import type { IconName } from '../../components/icon.tsx'
import { LanguageSetting } from './language-setting.tsx'
import { setTheme, theme, type Theme } from '../../components/util/theme.ts'

const themes: [Theme, string, IconName][] = [
  ['system', messages.system, 'monitor'],
  ['light', messages.light, 'sun'],
  ['dark', messages.dark, 'moon'],
]

export const BrowserSettings = () => (
  <>
    <section class="settings-section">
      <h2>{messages.looks}</h2>
      <div class="settings-row" role="group" aria-label={messages.theme}>
        {themes.map(([name, label, icon]) => (
          <Button key={name} icon={icon} pressed={theme.value === name} onClick={() => setTheme(name)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
    <LanguageSetting />
    <section class="settings-section">
      <h2>{messages.keys}</h2>
      <label class="settings-check">
        <input
          type="checkbox"
          checked={singleKeysEnabled.value}
          aria-describedby="single-keys"
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
        {messages.singleKeys}
      </label>
      <p id="single-keys" class="settings-hint">
        {messages.singleKeysHint}
      </p>
      <div class="settings-row">
        <Button icon="keyboard" onClick={() => openDialog('help')}>
          {messages.all}
        </Button>
      </div>
    </section>
  </>
)
