import type { DomainJoinMode, OrganizationDomain, OrganizationSettings } from '@svc/sdk'
import { domainJoinModeValues } from '@svc/sdk/enums'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { useQuery } from '../../../store/use-query.ts'
import { domainTexts as messages } from '../../../messages/organization.ts'
import { getMyOrgRole } from '../../members/permissions.ts'
import { Button } from '../../../components/button.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { runAction } from '../kit/action-problem.tsx'
import { DialogForm } from '../kit/dialog-form.tsx'
import { SettingsItem } from '../kit/settings-item.tsx'
import { TextField } from '../kit/text-field.tsx'

interface DomainSettingsProps {
  settings: OrganizationSettings
  onModeChange: (domain_join_mode: DomainJoinMode) => void
}

/** Domains whose users can join, and how they join. Only owners change the domains. */
export function DomainSettings({ settings, onModeChange }: DomainSettingsProps) {
  const { value, refetch } = useQuery('domains', (svc) => svc.domains.list({ limit: 1000 }))
  const [isAdding, setAdding] = useState(false)
  const domains = value?.data ?? []
  const canChange = getMyOrgRole() === 'owner'
  return (
    <section class="settings-section">
      <h2>{messages.title}</h2>
      <p class="settings-hint">{messages.hint}</p>
      {domains.length > 0 && (
        <>
          <ul class="settings-list">
            {domains.map((row) => (
              <DomainItem key={row.domain} row={row} canChange={canChange} onChange={refetch} />
            ))}
          </ul>
          <JoinModeField mode={settings.domain_join_mode} onChange={onModeChange} />
        </>
      )}
      {canChange && (
        <div class="settings-row">
          <Button icon="plus" onClick={() => setAdding(true)}>
            {messages.add}
          </Button>
        </div>
      )}
      {isAdding && <AddDomainDialog onChange={refetch} onClose={() => setAdding(false)} />}
    </section>
  )
}

const JoinModeField = ({ mode, onChange }: { mode: DomainJoinMode; onChange: (mode: DomainJoinMode) => void }) => (
  <FormField label={messages.mode}>
    <select
      class="input"
      value={mode}
      onChange={(event: Event) => onChange((event.currentTarget as HTMLSelectElement).value as DomainJoinMode)}
    >
      {domainJoinModeValues.map((word) => (
        <option key={word} value={word}>
          {messages.modes[word]}
        </option>
      ))}
    </select>
  </FormField>
)

interface DomainItemProps {
  row: OrganizationDomain
  canChange: boolean
  onChange: () => void
}

function DomainItem({ row, canChange, onChange }: DomainItemProps) {
  const [isVerifying, setVerifying] = useState(false)
  const { domain, verified_at, sent_to } = row
  const remove = async () => {
    await runAction(() => createApiClient(getStore().org).domains.delete(row), { text: messages.deleted(domain) })
    onChange()
  }
  const waiting = sent_to ? messages.sent(sent_to) : messages.noMail
  return (
    <SettingsItem title={domain} badges={[verified_at && messages.proved]} facts={[!verified_at && waiting]}>
      {canChange && !verified_at && (
        <Button small onClick={() => setVerifying(true)}>
          {messages.enterCode}
        </Button>
      )}
      {canChange && (
        <Button kind="quiet" small icon="x" title={messages.delete(domain)} onClick={() => void remove()} />
      )}
      {isVerifying && <CodeDialog domain={domain} onChange={onChange} onClose={() => setVerifying(false)} />}
    </SettingsItem>
  )
}

interface DomainDialogProps {
  onChange: () => void
  onClose: () => void
}

function AddDomainDialog({ onChange, onClose }: DomainDialogProps) {
  const [domain, setDomain] = useState('')
  const run = () => createApiClient(getStore().org).domains.create({ domain: domain.trim() }).then(onChange)
  return (
    <DialogForm title={messages.addTitle} submit={messages.add} disabled={!domain.trim()} run={run} onClose={onClose}>
      <TextField label={messages.domain} hint={messages.domainHint} value={domain} onChange={setDomain} autofocus />
    </DialogForm>
  )
}

function CodeDialog({ domain, onChange, onClose }: DomainDialogProps & { domain: string }) {
  const [code, setCode] = useState('')
  const run = () => createApiClient(getStore().org).domains.verify(domain, { code: code.trim() }).then(onChange)
  return (
    <DialogForm
      title={messages.codeTitle(domain)}
      submit={messages.prove}
      disabled={!code.trim()}
      run={run}
      onClose={onClose}
    >
      <TextField label={messages.code} hint={messages.codeHint} value={code} onChange={setCode} autofocus />
    </DialogForm>
  )
}
