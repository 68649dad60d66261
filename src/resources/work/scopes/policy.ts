import * as s from '../../../core/schema.ts'
import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { ChangeEvent } from '../../../core/change-event.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { normalizeForSearch } from '../../../core/text.ts'
import { loadProjectForUpdate, lockProjectForInsert, isVisibleProject, type OrgVisibility } from '../projects/policy.ts'
import { loadTeamForUpdate } from '../../planning/teams/policy.ts'

export const scopeTypes = s.namedEnum('ScopeType', ['project', 'team', 'user'])
export type ScopeType = (typeof scopeTypes)[number]

/** Project, team or user that owns sections and views. */
export interface ScopeOwner {
  org_id: string
  scope_type: ScopeType
  /** Id of the project or team, or the username of the user. */
  scope_id: string
}

/** Throws 404 or 403. Without an organization, finds a project or team in any organization of the caller. */
export async function loadScopeOwnerForUpdate(
  ctx: Context,
  orgId: string | null,
  scope_type: ScopeType,
  scope_id: string,
  lock: 'share' | 'update',
): Promise<ScopeOwner> {
  if (scope_type === 'user') return loadOwnScope(ctx, orgId!, scope_id, lock)
  const { org_id } =
    scope_type === 'team'
      ? await loadTeamForUpdate(ctx, scope_id, lock)
      : await (lock === 'share' ? lockProjectForInsert : loadProjectForUpdate)(ctx, scope_id)
  if (orgId !== null && org_id !== orgId) throw notFound()
  return { org_id, scope_type, scope_id }
}

async function loadOwnScope(
  ctx: Context,
  org_id: string,
  username: string,
  lock: 'share' | 'update',
): Promise<ScopeOwner> {
  requireSelf(ctx, username)
  if (lock === 'update') await lockOwnMembership(ctx, org_id)
  return { org_id, scope_type: 'user', scope_id: ctx.user.username }
}

export function requireSelf(ctx: Context, username: string): void {
  if (normalizeForSearch(username) !== normalizeForSearch(ctx.user.username))
    throw forbidden('Personal sections and views are accessible only to their owner: send your own username.')
}

/** Locks the caller's membership, to serialize changes of personal resources. */
export const lockOwnMembership = (ctx: Context, orgId: string) =>
  ctx.db.query(sql`
    select from organization_members where org_id = ${orgId} and user_id = ${ctx.user.user_id} for no key update`)

/** Returns whether the caller can read an existing owner. Same rule as the SQL `buildReadableOwnerCondition`. */
export function canReadScopeOwner(
  ctx: Context,
  visibility: OrgVisibility,
  { scope_type, scope_id }: Pick<ScopeOwner, 'scope_type' | 'scope_id'>,
): boolean {
  if (scope_type === 'user') return scope_id === ctx.user.username
  if (scope_type === 'project') return isVisibleProject(visibility.projects, scope_id)
  return visibility.visibleTeamIds === null || visibility.visibleTeamIds.includes(scope_id)
}

/** Returns whether the caller may edit sections and views of a readable owner; `role` is their role in the team. */
export function canEditScopeOwner(
  ctx: Context,
  visibility: OrgVisibility,
  { scope_type, scope_id }: Pick<ScopeOwner, 'scope_type' | 'scope_id'>,
  role: string | null,
): boolean {
  if (scope_type === 'user') return true
  if (scope_type === 'project') return visibility.isOrgAdmin || visibility.editableProjectIds.includes(scope_id)
  return !ctx.caller.allowedProjectIds && (visibility.isOrgAdmin || role === 'owner')
}

export function emitScopeEvent(
  ctx: Context,
  { org_id, scope_type, scope_id }: ScopeOwner,
  change: Pick<ChangeEvent, 'type' | 'resource_type' | 'resource_id' | 'part_id' | 'before' | 'after'>,
): void {
  if (scope_type === 'user') return
  ctx.emit({ ...change, org_id, project_id: scope_type === 'project' ? scope_id : null })
}
