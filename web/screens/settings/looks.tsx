import { open } from '../../commands/overlay.ts'
import { singleKeys, switchSingleKeys } from '../../commands/keys.ts'
import { settingsTexts as messages } from '../../messages/settings.ts'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { chooseTheme, theme, type Theme } from '../../ui/theme.ts'

const themes: [Theme, string, IconName][] = [
  ['system', messages.system, 'monitor'],
  ['light', messages.light, 'sun'],
  ['dark', messages.dark, 'moon'],
]

/** Settings that are stored in this browser only. */
export const Looks = () => (
  <>
    <section class="settings-section">
      <h2>{messages.looks}</h2>
      <div class="settings-row" role="group" aria-label={messages.theme}>
        {themes.map(([name, label, icon]) => (
          <Button key={name} icon={icon} pressed={theme.value === name} onClick={() => chooseTheme(name)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
    <section class="settings-section">
      <h2>{messages.keys}</h2>
      <label class="settings-check">
        <input
          type="checkbox"
          checked={singleKeys.value}
          aria-describedby="single-keys"
          onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
        />
        {messages.singleKeys}
      </label>
      <p id="single-keys" class="settings-hint">
        {messages.singleKeysHint}
      </p>
      <div class="settings-row">
        <Button icon="keyboard" onClick={() => open('help')}>
          {messages.all}
        </Button>
      </div>
    </section>
  </>
)
