import type { Token, TokenCreated } from '@svc/sdk'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { tokenTexts as messages } from '../../../messages/tokens.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { NameDialog } from '../kit/name-dialog.tsx'
import { SecretDialog } from '../kit/secret-dialog.tsx'
import { useSave } from '../kit/use-save.ts'

export interface TokenDialogState {
  what: 'rename' | 'rotate' | 'revoke'
  token: Token
}

interface TokenDialogProps extends TokenDialogState {
  onChange: () => void
  onCreated: (token: TokenCreated) => void
  onClose: () => void
}

function useTokenSave(token: Token) {
  const { tokens } = createApiClient(getStore().org)
  return useSave(token, {
    read: (row) => tokens.read(row),
    send: ({ name }, row) => tokens.update(row, { name: name! }),
  })
}

export function TokenDialog({ what, token, onChange, onCreated, onClose }: TokenDialogProps) {
  const { token_id, name, grant_type } = token
  const { tokens } = createApiClient(getStore().org)
  const save = useTokenSave(token)
  if (what === 'rename') {
    const rename = async (next: string) => {
      await save({ name: next })
      onChange()
    }
    return <NameDialog title={messages.renameTitle} submit={messages.save} {...{ name, onClose }} run={rename} />
  }
  if (what === 'rotate')
    return (
      <ConfirmDialog
        title={messages.rotateTitle(name)}
        confirm={messages.rotateConfirm}
        needsSignIn
        danger={false}
        effects={messages.rotateTexts}
        run={async () => onCreated(await tokens.rotate(token_id))}
        onClose={onClose}
      />
    )
  const revoke = async () => {
    await tokens.delete(token_id)
    onChange()
  }
  const isApp = grant_type === 'authorization_code'
  return (
    <ConfirmDialog
      title={messages.revokeTitle(name)}
      confirm={messages.revokeConfirm}
      effects={isApp ? messages.revokeAppTexts : messages.revokeTexts}
      run={revoke}
      onClose={onClose}
    />
  )
}

export const NewToken = ({ token, onClose }: { token: TokenCreated; onClose: () => void }) => (
  <SecretDialog
    title={messages.secretTitle(token.name)}
    label={messages.secretLabel}
    hint={messages.secretHint}
    secret={token.token}
    onClose={onClose}
  />
)
