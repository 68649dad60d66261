import type { OrganizationMember, OrganizationRole } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { handOverTexts, memberTexts as messages } from '../../../messages/members.ts'
import { inviteTexts } from '../../../messages/onboarding.ts'
import { getMyUsername } from '../../members/members.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DialogForm } from '../kit/dialog-form.tsx'
import { HandOverField, handOverWork } from './hand-over.tsx'
import { getMemberName, updateMember, type MemberDialogState } from './member-actions.ts'

/** Says what deactivating, removing or leaving takes along before it is done. */
export function MemberDialog({ what, member, role, onClose }: MemberDialogState & { onClose: () => void }) {
  const name = getMemberName(member)
  if (role) return <RoleDialog {...{ member, role, onClose }} />
  if (what === 'deactivate') return <DeactivateDialog member={member} onClose={onClose} />
  if (what === 'handOver') return <HandOverDialog member={member} onClose={onClose} />
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

interface DialogProps {
  member: OrganizationMember
  onClose: () => void
}

function RoleDialog({ member, role, onClose }: DialogProps & { role: OrganizationRole }) {
  const isSelf = member.username === getMyUsername()
  return (
    <ConfirmDialog
      title={messages.roleTitle(getMemberName(member), role)}
      confirm={messages.roleConfirm}
      danger={isSelf}
      needsSignIn={role === 'owner'}
      effects={[inviteTexts.roleHints[role], ...(isSelf ? [messages.roleSelf] : [])]}
      run={() => updateMember(member, { role })}
      onClose={onClose}
    />
  )
}

function DeactivateDialog({ member, onClose }: DialogProps) {
  const [to, setTo] = useState('')
  const deactivate = async () => {
    if (to) await handOverWork(member, to)
    await updateMember(member, { is_active: false })
  }
  return (
    <ConfirmDialog
      title={messages.deactivateTitle(getMemberName(member))}
      confirm={messages.deactivateConfirm}
      run={deactivate}
      effects={messages.deactivateTexts}
      onClose={onClose}
    >
      <HandOverField from={member} {...{ to, setTo }} />
    </ConfirmDialog>
  )
}

function HandOverDialog({ member, onClose }: DialogProps) {
  const [to, setTo] = useState('')
  return (
    <DialogForm
      title={handOverTexts.title(getMemberName(member))}
      submit={handOverTexts.confirm}
      disabled={to === ''}
      run={() => handOverWork(member, to)}
      onClose={onClose}
    >
      <HandOverField from={member} {...{ to, setTo }} />
    </DialogForm>
  )
}

async function removeMember({ user_id }: OrganizationMember, isLeaving: boolean): Promise<void> {
  const store = getStore()
  await createApiClient(store.org).organizationMembers.delete(user_id)
  if (isLeaving) location.assign('/')
  else store.notifyChanged('organizationMembers')
}
