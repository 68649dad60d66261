import type { OrganizationMember, OrganizationRole } from '@svc/sdk'
import { organizationRoleWords } from '@svc/sdk/words'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { getMyOrgRole, isOrgAdmin } from '../../members/permissions.ts'

export interface MemberDialogState {
  what: 'handOver' | 'deactivate' | 'remove' | 'leave'
  member: OrganizationMember
}

/** Roles that the user can grant, which are those up to the user's own. */
export const listGrantableRoles = (): readonly OrganizationRole[] =>
  isOrgAdmin() ? organizationRoleWords.slice(organizationRoleWords.indexOf(getMyOrgRole()!)) : []

export const getMemberName = ({ name, username, user_id }: OrganizationMember): string => name ?? username ?? user_id

type MemberChange = { role?: OrganizationRole; is_active?: boolean; designation_id?: string | null }

/** Changes a member; an id, as undo passes it, replaces whatever others changed since. */
export async function updateMember(member: OrganizationMember | string, change: MemberChange): Promise<void> {
  const store = getStore()
  try {
    await createApiClient(store.org).organizationMembers.update(member, change)
  } finally {
    store.notifyChanged('organizationMembers', typeof member === 'string' ? member : member.user_id)
  }
}
