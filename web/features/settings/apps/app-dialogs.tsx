import type { OAuthClient, OAuthClientCreated, OAuthClientUpdate } from '@svc/sdk'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { appTexts as messages } from '../../../messages/apps.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useSave } from '../kit/use-save.ts'
import { AppForm, type AppValues } from './app-form.tsx'

export type AppAction = 'create' | 'edit' | 'rotate' | 'revoke'

interface AppDialogProps {
  action: AppAction
  app?: OAuthClient
  /** Called after success, with the new secret if there is one. */
  onDone: (created?: OAuthClientCreated) => void
  onClose: () => void
}

function useAppSave(app: OAuthClient | undefined) {
  const { oauthClients } = createApiClient(getStore().org)
  return useSave((app ?? {}) as OAuthClient, {
    read: (row) => oauthClients.read(row),
    send: (patch, row) => oauthClients.update(row, patch as OAuthClientUpdate),
  })
}

export function AppDialog({ action, app, onDone, onClose }: AppDialogProps) {
  const { oauthClients } = createApiClient(getStore().org)
  const update = useAppSave(app)
  if (!app) {
    const create = async (values: AppValues) => onDone(await oauthClients.create(values))
    return <AppForm title={messages.create} submit={messages.createConfirm} save={create} onClose={onClose} />
  }
  if (action === 'edit') {
    const save = async ({ client_type: _fixed, ...values }: AppValues) => {
      await update(values)
      onDone()
    }
    return <AppForm title={messages.editTitle} submit={messages.save} app={app} save={save} onClose={onClose} />
  }
  if (action === 'rotate')
    return (
      <ConfirmDialog
        title={messages.rotateTitle(app.name)}
        confirm={messages.rotateConfirm}
        danger={false}
        effects={messages.rotateTexts}
        run={async () => onDone(await oauthClients.rotateSecret(app.client_id))}
        onClose={onClose}
      />
    )
  const revoke = async () => {
    await oauthClients.delete(app)
    onDone()
  }
  return (
    <ConfirmDialog
      title={messages.revokeTitle(app.name)}
      confirm={messages.revokeConfirm}
      effects={messages.revokeTexts(app.grants_count)}
      typed={app.name}
      run={revoke}
      onClose={onClose}
    />
  )
}
