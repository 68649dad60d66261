import { open } from '../../commands/overlay.ts'
import { singleKeys, switchSingleKeys } from '../../commands/keys.ts'
import { settingsTexts as said } from '../../messages/settings.ts'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { chooseTheme, theme, type Theme } from '../../ui/theme.ts'

const themes: [Theme, string, IconName][] = [
  ['system', said.system, 'monitor'],
  ['light', said.light, 'sun'],
  ['dark', said.dark, 'moon'],
]

/** What this browser alone remembers. */
export const Looks = () => (
  <>
    <section class="settings-section">
      <h2>{said.looks}</h2>
      <div class="settings-row" role="group" aria-label={said.theme}>
        {themes.map(([name, label, icon]) => (
          <Button key={name} icon={icon} pressed={theme.value === name} onClick={() => chooseTheme(name)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
    <section class="settings-section">
      <h2>{said.keys}</h2>
      <label class="settings-check">
        <input
          type="checkbox"
          checked={singleKeys.value}
          aria-describedby="single-keys"
          onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
        />
        {said.singleKeys}
      </label>
      <p id="single-keys" class="settings-hint">
        {said.singleKeysHint}
      </p>
      <div class="settings-row">
        <Button icon="keyboard" onClick={() => open('help')}>
          {said.all}
        </Button>
      </div>
    </section>
  </>
)
