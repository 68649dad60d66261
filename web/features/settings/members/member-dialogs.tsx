import type { OrganizationMember } from '@svc/sdk'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { memberTexts as messages } from '../../../messages/members.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { getMemberName, updateMember, type MemberDialogState } from './member-actions.ts'

/** Says what deactivating, removing or leaving takes along before it is done. */
export function MemberDialog({ what, member, onClose }: MemberDialogState & { onClose: () => void }) {
  const name = getMemberName(member)
  if (what === 'deactivate')
    return (
      <ConfirmDialog
        title={messages.deactivateTitle(name)}
        confirm={messages.deactivateConfirm}
        run={() => updateMember(member, { is_active: false })}
        effects={messages.deactivateTexts}
        onClose={onClose}
      />
    )
  const isLeaving = what === 'leave'
  return (
    <ConfirmDialog
      title={isLeaving ? messages.leaveTitle : messages.removeTitle(name)}
      confirm={isLeaving ? messages.leaveConfirm : messages.removeConfirm}
      effects={isLeaving ? messages.leaveTexts : messages.removeTexts}
      run={() => removeMember(member, isLeaving)}
      onClose={onClose}
    >
      {!isLeaving && member.is_active && <p class="settings-hint">{messages.removeHint}</p>}
    </ConfirmDialog>
  )
}

async function removeMember({ user_id }: OrganizationMember, isLeaving: boolean): Promise<void> {
  const store = getStore()
  await createApiClient(store.org).organizationMembers.delete(user_id)
  if (isLeaving) location.assign('/')
  else store.notifyChanged('organizationMembers')
}
