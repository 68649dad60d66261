import type { OrganizationMember, OrganizationRole } from '@svc/sdk'
import { organizationRoleValues } from '@svc/sdk/enums'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { getMyOrgRole, isOrgAdmin } from '../../members/permissions.ts'

export interface MemberDialogState {
  what: 'role' | 'handOver' | 'deactivate' | 'remove' | 'leave'
  member: OrganizationMember
  /** Role to confirm, with `what: 'role'`. */
  role?: OrganizationRole
}

/** Roles that the user can grant, which are those up to the user's own. */
export const listGrantableRoles = (): readonly OrganizationRole[] =>
  isOrgAdmin() ? organizationRoleValues.slice(organizationRoleValues.indexOf(getMyOrgRole()!)) : []

export const getMemberName = ({ name, username, user_id }: OrganizationMember): string => name ?? username ?? user_id

type MemberChange = { role?: OrganizationRole; is_active?: boolean; designation_id?: string | null }

export async function updateMember({ user_id }: OrganizationMember, change: MemberChange): Promise<void> {
  const store = getStore()
  await createApiClient(store.org).organizationMembers.update(user_id, change)
  store.notifyChanged('organizationMembers', user_id)
}
