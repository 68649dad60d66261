import { words } from '../../kernel/schema.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { ChangeEvent } from '../../kernel/events.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { fold } from '../../kernel/text.ts'
import { editableProject, projectToFill, sees, type Reach } from '../projects/access.ts'
import { editableTeam } from '../teams/access.ts'

export const holderTypes = words('ScopeType', ['project', 'team', 'user'])
export type HolderType = (typeof holderTypes)[number]

/** Project, team or user that owns sections and views. */
export interface Holder {
  org_id: string
  scope_type: HolderType
  /** Id of the project or team, or the username of the user. */
  scope_id: string
}

/**
 * Returns the locked owner. Throws 404 if the caller can't read it, 403 if they can't edit it. Without an organization,
 * finds a project or team in any organization of the caller.
 */
export async function editableHolder(
  ctx: Context,
  orgId: string | null,
  scope_type: HolderType,
  scope_id: string,
  lock: 'share' | 'update',
): Promise<Holder> {
  if (scope_type === 'user') return loadOwnScope(ctx, orgId!, scope_id, lock)
  const { org_id } =
    scope_type === 'team'
      ? await editableTeam(ctx, scope_id, lock)
      : await (lock === 'share' ? projectToFill : editableProject)(ctx, scope_id)
  if (orgId !== null && org_id !== orgId) throw notFound()
  return { org_id, scope_type, scope_id }
}

async function loadOwnScope(
  ctx: Context,
  org_id: string,
  username: string,
  lock: 'share' | 'update',
): Promise<Holder> {
  requireOneself(ctx, username)
  if (lock === 'update') await lockOneself(ctx, org_id)
  return { org_id, scope_type: 'user', scope_id: ctx.user.username }
}

export function requireOneself(ctx: Context, username: string): void {
  if (fold(username) !== fold(ctx.user.username))
    throw forbidden('Personal sections and views are accessible only to their owner: send your own username.')
}

/** Locks the caller's membership, to serialize changes of personal resources. */
export async function lockOneself(ctx: Context, orgId: string): Promise<void> {
  await ctx.db.query(sql`
    select from organization_members where org_id = ${orgId} and user_id = ${ctx.user.user_id} for no key update`)
}

/** Returns whether the caller can read an existing owner. Same rule as the SQL `buildReadableOwnerCondition`. */
export function canReadHolder(
  ctx: Context,
  visibility: Reach,
  { scope_type, scope_id }: Pick<Holder, 'scope_type' | 'scope_id'>,
): boolean {
  if (scope_type === 'user') return scope_id === ctx.user.username
  if (scope_type === 'project') return sees(visibility.projects, scope_id)
  return visibility.teams === null || visibility.teams.includes(scope_id)
}

/** Returns whether the caller may edit sections and views of a readable owner; `role` is their role in the team. */
export function canEditHolder(
  ctx: Context,
  visibility: Reach,
  { scope_type, scope_id }: Pick<Holder, 'scope_type' | 'scope_id'>,
  role: string | null,
): boolean {
  if (scope_type === 'user') return true
  if (scope_type === 'project') return visibility.admin || visibility.editable.includes(scope_id)
  return !ctx.caller.projectLimit && (visibility.admin || role === 'owner')
}

/** Emits an event of a section or view. Personal ones emit none. */
export function tell(
  ctx: Context,
  { org_id, scope_type, scope_id }: Holder,
  change: Pick<ChangeEvent, 'type' | 'resource_type' | 'resource_id' | 'part_id' | 'before' | 'after'>,
): void {
  if (scope_type === 'user') return
  ctx.emit({ ...change, org_id, project_id: scope_type === 'project' ? scope_id : null })
}
