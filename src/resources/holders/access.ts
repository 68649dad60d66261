import { words } from '../../kernel/schema.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { ChangeEvent } from '../../kernel/events.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { fold } from '../../kernel/text.ts'
import { editableProject, projectToFill, sees, type Reach } from '../projects/access.ts'
import { editableTeam } from '../teams/access.ts'

/** What can have sections and views. */
export const holderTypes = words('ScopeType', ['project', 'team', 'user'])
export type HolderType = (typeof holderTypes)[number]

/** What sections and views belong to: a project, a team or a person. */
export interface Holder {
  org_id: string
  scope_type: HolderType
  /** The id of the project or team, or the username of the person. */
  scope_id: string
}

/**
 * The holder for a change of what it holds: 404 when the caller does not see it, 403 when it may not edit it. `update`
 * lets one such change at a time through, `share` keeps the holder as it is while others may change what it holds too.
 * Without an organization a project or team is looked for in all of the caller's.
 */
export async function editableHolder(
  ctx: Context,
  orgId: string | null,
  scope_type: HolderType,
  scope_id: string,
  lock: 'share' | 'update',
): Promise<Holder> {
  if (scope_type === 'user') return ownHolder(ctx, orgId!, scope_id, lock)
  const { org_id } =
    scope_type === 'team'
      ? await editableTeam(ctx, scope_id, lock)
      : await (lock === 'share' ? projectToFill : editableProject)(ctx, scope_id)
  if (orgId !== null && org_id !== orgId) throw notFound()
  return { org_id, scope_type, scope_id }
}

async function ownHolder(
  ctx: Context,
  org_id: string,
  username: string,
  lock: 'share' | 'update',
): Promise<Holder> {
  requireOneself(ctx, username)
  if (lock === 'update') await lockOneself(ctx, org_id)
  return { org_id, scope_type: 'user', scope_id: ctx.user.username }
}

/** 403 for a username that is somebody else's, or nobody's. */
export function requireOneself(ctx: Context, username: string): void {
  if (fold(username) !== fold(ctx.user.username)) throw forbidden('What is personal is for its owner alone.')
}

/** Lets one change at a time through of what the caller itself has in an organization. */
export async function lockOneself(ctx: Context, orgId: string): Promise<void> {
  await ctx.db.query(sql`
    select from organization_members where org_id = ${orgId} and user_id = ${ctx.user.user_id} for no key update`)
}

/** Whether the caller reads a holder that is there; the same rule as the condition `readableHolders` in SQL. */
export function canReadHolder(
  ctx: Context,
  reach: Reach,
  { scope_type, scope_id }: Pick<Holder, 'scope_type' | 'scope_id'>,
): boolean {
  if (scope_type === 'user') return scope_id === ctx.user.username
  if (scope_type === 'project') return sees(reach.projects, scope_id)
  return reach.teams === null || reach.teams.includes(scope_id)
}

/**
 * Whether the caller may change what a holder that it reads holds. `role` is the caller's in the team, where it is
 * one.
 */
export function canEditHolder(
  ctx: Context,
  reach: Reach,
  { scope_type, scope_id }: Pick<Holder, 'scope_type' | 'scope_id'>,
  role: string | null,
): boolean {
  if (scope_type === 'user') return true
  if (scope_type === 'project') return reach.admin || reach.editable.includes(scope_id)
  return !ctx.caller.projectLimit && (reach.admin || role === 'owner')
}

/** Tells of a change of what a holder holds. What is a person's own is told to nobody. */
export function tell(
  ctx: Context,
  { org_id, scope_type, scope_id }: Holder,
  change: Pick<ChangeEvent, 'type' | 'resource_type' | 'resource_id' | 'part_id' | 'before' | 'after'>,
): void {
  if (scope_type === 'user') return
  ctx.emit({ ...change, org_id, project_id: scope_type === 'project' ? scope_id : null })
}
