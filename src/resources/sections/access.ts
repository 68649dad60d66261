import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/problem.ts'
import { editableHolder } from '../holders/access.ts'
import { orOfProject, reachWith, type FindReach, type Reach } from '../projects/access.ts'
import { findSection, type SectionRow } from './rows.ts'

const laneNames = ['Assigned', 'Doing', 'Later']

/**
 * Makes the lanes that a person starts with, unless that was done before: of two statements at once the second waits for
 * the first, and then finds it done. `$1` is the person; the parameters `laneValues` begin at `from`.
 */
const lanes = (organization: string, from: number) => `
  begun AS (
    UPDATE organization_members SET lanes_made_at = $${from + 1}
    WHERE org_id = ${organization} AND user_id = $1 AND lanes_made_at IS NULL RETURNING org_id),
  lanes AS (
    INSERT INTO sections (org_id, section_id, scope_type, scope_id, name, name_key, position, created_by, updated_by,
      created_at, updated_at)
    SELECT begun.org_id, lane.id, 'user', $${from}, lane.name, lower(lane.name), lane.position, $${from}, $${from},
      $${from + 1}, $${from + 1}
    FROM begun, unnest($${from + 2}::text[], $${from + 3}::text[]) WITH ORDINALITY AS lane (id, name, position)
    ON CONFLICT DO NOTHING RETURNING section_id)`

const laneValues = (ctx: Context) => [
  ctx.user.username,
  ctx.now,
  laneNames.map(() => ctx.newId('SE')),
  laneNames,
]

const makeLanesSql = `WITH ${lanes('$2::uuid', 3)} SELECT count(*) FROM lanes`

/** Makes the caller's lanes in an organization on the first occasion. */
export async function makeLanes(ctx: Context, orgId: string): Promise<void> {
  await query(ctx.db, makeLanesSql, [ctx.user.user_id, orgId, ...laneValues(ctx)])
}

const reachAndLanes = reachWith({
  organization: orOfProject,
  first: (organization) => lanes(organization, 5),
})

/** How a read that is about the caller's own lanes resolves its reach: they are made on the way. Test tokens never write. */
export const laneReach = (ctx: Context): FindReach | undefined =>
  ctx.caller.token?.kind === 'test'
    ? undefined
    : (ctx, orgId, projectId) => reachAndLanes(ctx, orgId, ctx.caller.orgIds, projectId, ...laneValues(ctx))

/** The section for a change: 404 unseen, 403 without the right to edit whose it is. */
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

const bySection = reachWith({
  organization: `(SELECT s.org_id FROM sections s WHERE s.org_id = ANY($2::uuid[]) AND s.section_id = $3 LIMIT 1)`,
})

/** What the caller reaches in the organization of a section; 404 where there is none. */
export async function reachOfSection(ctx: Context, sectionId: string): Promise<Reach> {
  const reach = await bySection(ctx, ctx.caller.orgIds, sectionId)
  if (!reach) throw notFound()
  return reach
}
