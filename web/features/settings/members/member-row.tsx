import type { OrganizationMember, OrganizationRole } from '@svc/sdk'
import { navigate } from '../../../location.ts'
import { getStore } from '../../../store/current-store.ts'
import { handOverTexts, memberTexts as messages } from '../../../messages/members.ts'
import { roleNames } from '../../../messages/onboarding.ts'
import { getMyUsername } from '../../members/members.ts'
import { isOrgAdmin } from '../../members/permissions.ts'
import { Avatar } from '../../../components/avatar.tsx'
import type { IconName } from '../../../components/icon.tsx'
import type { MenuItem } from '../../../components/menu.tsx'
import { runAction } from '../kit/action-problem.tsx'
import { Moment } from '../kit/moment.tsx'
import { ItemMenu, SettingsItem } from '../kit/settings-item.tsx'
import { getMemberName, listGrantableRoles, updateMember } from './member-actions.ts'
import { DesignationButton } from './designation-button.tsx'
import type { MemberDialogState } from './member-actions.ts'

const canManage = ({ role }: OrganizationMember): boolean => role !== null && listGrantableRoles().includes(role)

interface MemberRowProps {
  member: OrganizationMember
  openDialog: (state: MemberDialogState) => void
}

export function MemberRow({ member, openDialog }: MemberRowProps) {
  const { username, user_id, email, role, is_active, kind, last_active_at } = member
  const isBot = kind === 'service_account'
  const isSelf = username === getMyUsername()
  const label = getMemberName(member)
  const isRoleEditable = canManage(member) && !isBot && is_active
  const changeRole = (next: OrganizationRole) => {
    // The user cannot restore their own role, and a new owner can take the role of the user.
    if (isSelf || next === 'owner') openDialog({ what: 'role', member, role: next })
    else void saveRole(member, next)
  }
  return (
    <SettingsItem
      icon={<Avatar name={label} id={user_id} size={32} />}
      title={label}
      isOff={!is_active}
      badges={[isSelf && messages.you, isBot && messages.serviceAccount, !is_active && messages.deactivated]}
      facts={[username !== label && username, !isBot && email, <LastActive key="active" at={last_active_at} />]}
    >
      <DesignationButton member={member} canChange={canManage(member)} />
      {isRoleEditable ? (
        <RoleSelect label={messages.role(label)} role={role!} onChange={changeRole} />
      ) : (
        role && <span class="settings-badge">{roleNames[role]}</span>
      )}
      <ItemMenu name={label} items={listItems(member, isSelf, openDialog)} />
    </SettingsItem>
  )
}

const LastActive = ({ at }: { at: string | null }) =>
  at ? <Moment label={messages.lastActive} at={at} /> : messages.neverActive

interface RoleSelectProps {
  label: string
  role: OrganizationRole
  onChange: (role: OrganizationRole) => void
}

export const RoleSelect = ({ label, role, onChange }: RoleSelectProps) => (
  <select
    class="input"
    aria-label={label}
    value={role}
    onChange={(event) => {
      const next = event.currentTarget.value as OrganizationRole
      // Shows the saved role again until the new one is saved.
      event.currentTarget.value = role
      onChange(next)
    }}
  >
    {listGrantableRoles().map((option) => (
      <option key={option} value={option}>
        {roleNames[option]}
      </option>
    ))}
  </select>
)

async function saveRole(member: OrganizationMember, role: OrganizationRole): Promise<void> {
  const before = member.role!
  const undo = () => void runAction(() => updateMember(member, { role: before }))
  await runAction(() => updateMember(member, { role }), {
    text: messages.roleChanged(getMemberName(member), role),
    action: { label: messages.undo, run: undo },
  })
}

function listItems(
  member: OrganizationMember,
  isSelf: boolean,
  openDialog: (state: MemberDialogState) => void,
): MenuItem[] {
  const label = getMemberName(member)
  const items: MenuItem[] = []
  if (member.username !== null) {
    const query = new URLSearchParams({ 'filter[assignee]': member.username })
    const showTasks = () => navigate(`/o/${getStore().org}/tasks?${query}`)
    items.push({ id: 'tasks', label: messages.assigned(label), icon: 'list', onSelect: showTasks })
  }
  const buildOpenDialog = (what: MemberDialogState['what']) => () => openDialog({ what, member })
  const addItem = (what: MemberDialogState['what'], text: string, icon: IconName, rest: Partial<MenuItem> = {}) =>
    items.push({ id: what, label: text, icon, onSelect: buildOpenDialog(what), ...rest })
  if (isSelf || isOrgAdmin()) addItem('handOver', handOverTexts.action, 'arrow-right')
  if (isSelf) addItem('leave', messages.leave, 'sign-out', { danger: true, hasSeparator: true })
  else if (canManage(member) && member.kind !== 'service_account') {
    const reactivate = () =>
      void runAction(() => updateMember(member, { is_active: true }), { text: messages.reactivated(label) })
    if (member.is_active) addItem('deactivate', messages.deactivate, 'lock', { hasSeparator: true })
    else
      items.push({
        id: 'reactivate',
        label: messages.reactivate,
        icon: 'undo',
        hasSeparator: true,
        onSelect: reactivate,
      })
    addItem('remove', messages.remove, 'trash', { danger: true })
  }
  return items
}
