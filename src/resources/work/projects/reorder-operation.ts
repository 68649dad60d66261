import { sql } from '../../../db/sql.ts'
import { requireOrgAdmin, rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { findChangedRange, requireListed } from '../../../core/manual-order.ts'
import { notAMember } from '../../../core/errors.ts'
import { findOrganization } from '../../people/organizations/queries.ts'
import { buildProjectSubject } from './policy.ts'
import { applyProjectOrder } from './rules.ts'
import { projectOrderSchema, projectsReorderedSchema } from './schema.ts'

interface ProjectPosition {
  project_id: string
  position: number
}

/** Returns the positions of all live projects in list order. */
const listPositions = (ctx: Context, orgId: string) =>
  ctx.db.query(sql<ProjectPosition>`
    select project_id, position from projects where org_id = ${orgId} and deleted_at is null
    order by position, name_key, project_id`)

/** Saves positions; they are not part of the project, so its version does not change. */
const savePositions = (ctx: Context, orgId: string, positions: ProjectPosition[]) =>
  ctx.db.query(sql`
    update projects p set position = c.position
    from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as c(project_id text, position integer)
    where p.org_id = ${orgId} and p.project_id = c.project_id`)

export const reorderProjectsOperation = defineOperation({
  id: 'projects.reorder',
  method: 'POST',
  path: '/v1/projects/reorder',
  summary: 'Reorder projects',
  description:
    'Rearranges the listed projects among the positions that they occupy now; other projects keep their position. A ' +
    'client can therefore reorder a filtered list. Requires: organization admin.',
  scope: 'projects:write',
  body: projectOrderSchema,
  reply: { status: 200, schema: projectsReorderedSchema },
  problems: { 422: 'A project is listed twice or does not belong to the organization.' },
  emits: { 'project.reordered': 'Projects were reordered.' },
  example: {
    body: {
      org_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      project_ids: ['P1JM6SW2Z0A1B2C3D', 'P1JM6SW2Z0E4F5G6H'],
    },
  },
  async authorize({ ctx, body }) {
    const { org_id } = requireOrgAdmin(ctx, body.org_id)
    rejectProjectScopedToken(ctx)
    // Locks the organization, so that concurrent reorders run one at a time.
    if (!(await findOrganization(ctx, org_id))) throw notAMember()
    return { org_id }
  },
  async handle({ ctx, target, body }) {
    const before = await listPositions(ctx, target.org_id)
    const ids = before.map((row) => row.project_id)
    requireListed(body.project_ids, ids, ['body', 'project_ids'], 'project of the organization')
    const after = applyProjectOrder(before, body.project_ids)
    const previous = new Map(before.map((row) => [row.project_id, row.position]))
    await savePositions(
      ctx,
      target.org_id,
      after.filter((row) => row.position !== previous.get(row.project_id)),
    )
    const project_ids = after.map((row) => row.project_id)
    emitOrder(ctx, target.org_id, ids, project_ids)
    return respond({ ok: true, org_id: target.org_id, project_ids })
  },
})

function emitOrder(ctx: Context, orgId: string, before: string[], after: string[]): void {
  const changed = findChangedRange(before, after)
  if (!changed) return
  ctx.emit({
    ...buildProjectSubject({ org_id: orgId, project_id: changed.after[0]! }),
    type: 'project.reordered',
    before: { project_ids: changed.before },
    after: { project_ids: changed.after },
  })
}
