import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/problem.ts'
import { editableHolder } from '../holders/access.ts'
import {
  orOfProject,
  reachWith,
  type FindReach,
  type OfOrganization,
  type Reach,
} from '../projects/access.ts'
import { findSection, type SectionRow } from './rows.ts'

const laneNames = ['Assigned', 'Doing', 'Later']

/**
 * The parts of a WITH that make the lanes with which the caller starts in an organization, unless that was done before;
 * `organization` is an expression. Of two such statements at once the second waits for the first, and then finds it done.
 */
const lanes =
  (ctx: Context): OfOrganization =>
  (organization) => sql`
  begun as (
    update organization_members set lanes_made_at = ${ctx.now}
    where org_id = ${organization} and user_id = ${ctx.user.user_id} and lanes_made_at is null returning org_id),
  lanes as (
    insert into sections (org_id, section_id, scope_type, scope_id, name, name_key, position, created_by, updated_by,
      created_at, updated_at)
    select begun.org_id, lane.id, 'user', ${ctx.user.username}, lane.name, lower(lane.name), lane.position,
      ${ctx.user.username}, ${ctx.user.username}, ${ctx.now}, ${ctx.now}
    from begun, unnest(${laneNames.map(() => ctx.newId('SE'))}::text[], ${laneNames}::text[])
      with ordinality as lane (id, name, position)
    on conflict do nothing returning section_id)`

/** Makes the caller's lanes in an organization on the first occasion. */
export async function makeLanes(ctx: Context, orgId: string): Promise<void> {
  await ctx.db.query(sql`with ${lanes(ctx)(sql`${orgId}::uuid`)} select count(*) from lanes`)
}

const reachAndLanes: FindReach = (ctx, orgId, projectId, columns) => {
  const organization = orOfProject(ctx, orgId, projectId)
  return reachWith(ctx, { organization, columns, first: lanes(ctx) })
}

/**
 * How a read that is about the caller's own lanes resolves its reach: they are made on the way. A test token makes none,
 * since it never writes.
 */
export const laneReach = (ctx: Context): FindReach | undefined =>
  ctx.caller.token?.kind === 'test' ? undefined : reachAndLanes

/** The section, locked for a change: 404 when the caller does not see it, 403 when it may not edit its holder. */
export async function editableSection(
  ctx: Context,
  sectionId: string,
  lock: 'update' | 'delete',
): Promise<SectionRow> {
  const seen = await findSection(ctx, sectionId, 'none')
  if (!seen || (seen.scope_type === 'user' && seen.scope_id !== ctx.user.username)) throw notFound()
  await editableHolder(ctx, seen.org_id, seen.scope_type, seen.scope_id, 'share')
  const section = await findSection(ctx, sectionId, lock)
  if (!section) throw notFound()
  return section
}

/** What the caller reaches in the organization of a section; 404 where there is none. */
export async function reachOfSection(ctx: Context, sectionId: string): Promise<Reach> {
  const organization = sql`(select s.org_id from sections s
    where ${sql.among('s.org_id', ctx.caller.orgIds)} and s.section_id = ${sectionId} limit 1)`
  const reach = await reachWith(ctx, { organization })
  if (!reach) throw notFound()
  return reach
}
