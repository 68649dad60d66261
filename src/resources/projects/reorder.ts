import { sql } from '../../db/sql.ts'
import { orgAdmin, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { requireListed } from '../../kernel/lists/order.ts'
import { notAMember } from '../../kernel/problem.ts'
import { findOrganization } from '../organizations/queries.ts'
import { asSubject } from './access.ts'
import { reordered } from './rules.ts'
import { projectOrder, projectsReordered } from './schemas.ts'

interface ProjectPlace {
  project_id: string
  position: number
}

/** The places of all live projects of an organization, in their order. */
const listPlaces = (ctx: Context, orgId: string): Promise<ProjectPlace[]> =>
  ctx.db.query(sql<ProjectPlace>`
    select project_id, position from projects where org_id = ${orgId} and deleted_at is null
    order by position, name_key, project_id`)

/** Gives projects their places. Where a project stands is no part of the project itself: its version stays. */
const storePlaces = (ctx: Context, orgId: string, places: ProjectPlace[]) =>
  ctx.db.query(sql`
    update projects p set position = c.position
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as c(project_id text, position integer)
    where p.org_id = ${orgId} and p.project_id = c.project_id`)

export const reorderProjects = operation({
  id: 'projects.reorder',
  method: 'POST',
  path: '/v1/projects/reorder',
  summary: 'Put projects in another order',
  description:
    'Owners and admins of the organization. The projects listed share out the places they hold now, the others keep ' +
    'theirs: so a filtered view can order what it shows.',
  scope: 'projects:write',
  body: projectOrder,
  reply: { status: 200, schema: projectsReordered },
  problems: { 422: 'an id is listed twice, or is of no project of the organization' },
  emits: { 'project.reordered': 'Projects were put into another order.' },
  example: {
    body: {
      org_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      project_ids: ['P1JM6SW2Z0A1B2C3D', 'P1JM6SW2Z0E4F5G6H'],
    },
  },
  async access({ ctx, body }) {
    const { org_id } = orgAdmin(ctx, body.org_id)
    wholeOrganization(ctx)
    // Orders of one organization are given one after the other, under the lock of its row.
    if (!(await findOrganization(ctx, org_id))) throw notAMember()
    return { org_id }
  },
  async handle({ ctx, target, body }) {
    const before = await listPlaces(ctx, target.org_id)
    const ids = before.map((place) => place.project_id)
    requireListed(body.project_ids, ids, ['body', 'project_ids'], 'project of the organization')
    const after = reordered(before, body.project_ids)
    const was = new Map(before.map((place) => [place.project_id, place.position]))
    await storePlaces(
      ctx,
      target.org_id,
      after.filter((place) => place.position !== was.get(place.project_id)),
    )
    const project_ids = after.map((place) => place.project_id)
    emitOrder(ctx, target.org_id, ids, project_ids)
    return answer({ ok: true, org_id: target.org_id, project_ids })
  },
})

/**
 * Emits the order from the first to the last changed position, including projects in between that others were moved
 * past.
 */
function emitOrder(ctx: Context, orgId: string, before: string[], after: string[]): void {
  const differs = (id: string, i: number) => id !== before[i]
  const first = after.findIndex(differs)
  if (first < 0) return
  const end = after.findLastIndex(differs) + 1
  ctx.emit({
    ...asSubject({ org_id: orgId, project_id: after[first]! }),
    type: 'project.reordered',
    before: { project_ids: before.slice(first, end) },
    after: { project_ids: after.slice(first, end) },
  })
}
