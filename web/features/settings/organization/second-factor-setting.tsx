import type { OrganizationSettings } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { organizationTexts as messages } from '../../../messages/organization.ts'
import { showToast } from '../../../components/toast.tsx'
import { CheckField } from '../kit/check-field.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'

interface SecondFactorSettingProps {
  settings: OrganizationSettings
  onChange: () => void
}

/** Asks before it requires a second factor, since that closes the organization to members without one. */
export function SecondFactorSetting({ settings, onChange }: SecondFactorSettingProps) {
  const [pending, setPending] = useState<boolean>()
  const isRequired = settings.require_second_factor
  const save = async () => {
    const { org } = getStore()
    await createApiClient(org).organizations.updateSettings(
      org,
      { require_second_factor: !isRequired },
      { ifMatch: settings },
    )
    showToast({ text: messages.saved })
    onChange()
  }
  return (
    <>
      <CheckField
        label={messages.secondFactor}
        hint={messages.secondFactorHint}
        checked={pending ?? isRequired}
        onChange={setPending}
      />
      {pending !== undefined && (
        <ConfirmDialog
          title={isRequired ? messages.secondFactorOffTitle : messages.secondFactorTitle}
          confirm={isRequired ? messages.secondFactorOff : messages.secondFactorConfirm}
          effects={isRequired ? messages.secondFactorOffTexts : messages.secondFactorTexts}
          danger={false}
          run={save}
          onClose={() => setPending(undefined)}
        />
      )}
    </>
  )
}
