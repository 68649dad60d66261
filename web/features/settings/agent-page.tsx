import { useState } from 'preact/hooks'
import { agentTexts as messages } from '../../messages/agent.ts'
import { commonTexts } from '../../messages/common.ts'
import { isGuest } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { copyToClipboard } from '../../components/util/clipboard.ts'
import { ConnectedApps } from './agent/connected-apps.tsx'
import { listClientSetups, listTokenSetups, type ClientSetup } from './agent/clients.ts'
import { CheckField } from './kit/check-field.tsx'
import { CopyField } from './kit/copy-field.tsx'
import { buildSettingsPath } from './settings-path.ts'
import './agent/agent.css'

export function AgentPage() {
  const url = `${location.origin}/mcp`
  return (
    <>
      <section class="settings-section">
        <p>{messages.intro}</p>
        <CopyField label={messages.address} value={url} />
      </section>
      <section class="settings-section">
        <h2>{messages.connect}</h2>
        <ClientChoice url={url} />
      </section>
      <section class="settings-section settings-fields">
        <h2>{messages.may}</h2>
        <ul>
          {messages.mayTexts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <ConnectedApps />
    </>
  )
}

function ClientChoice({ url }: { url: string }) {
  const [chosen, setChosen] = useState('claude-code')
  const [hasToken, setHasToken] = useState(false)
  const setups = hasToken ? listTokenSetups(url) : listClientSetups(url)
  const setup = setups.find(({ id }) => id === chosen) ?? setups[0]!
  return (
    <>
      <div class="settings-row" role="group" aria-label={messages.client}>
        {setups.map(({ id, name }) => (
          <Button key={id} pressed={id === setup.id} onClick={() => setChosen(id)}>
            {name}
          </Button>
        ))}
      </div>
      <SetupText setup={setup} />
      {!hasToken && <p class="settings-hint">{messages.signIn}</p>}
      {!isGuest() && (
        <div class="settings-row">
          <CheckField label={messages.token} checked={hasToken} onChange={setHasToken} />
          {hasToken && (
            <p class="settings-hint">
              {messages.tokenHint} <a href={buildSettingsPath('tokens')}>{messages.newToken}</a>
            </p>
          )}
        </div>
      )}
    </>
  )
}

const SetupText = ({ setup }: { setup: ClientSetup }) => (
  <>
    <p class="settings-hint">{setup.hint}</p>
    <div class="agent-command">
      <pre class="settings-scroll" tabIndex={0} role="region" aria-label={messages.command}>
        {setup.text}
      </pre>
      <Button icon="copy" onClick={() => void copyToClipboard(setup.text, messages.copied)}>
        {commonTexts.copy}
      </Button>
    </div>
    {setup.link && (
      <div class="settings-row">
        <a class="button button-main" href={setup.link}>
          {messages.open(setup.name)}
        </a>
      </div>
    )}
  </>
)
