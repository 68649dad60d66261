import { taskUpdatedEvent } from '../tasks/events.ts'
import { sql } from '../../../db/sql.ts'
import { membershipFromBody } from '../../../core/org-access.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { requireAllListed } from '../../../core/manual-order.ts'
import { notFound, unknownReference } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadScopeOwnerForUpdate, requireSelf, emitScopeEvent } from '../scopes/policy.ts'
import { buildReadableOwnerCondition } from '../scopes/queries.ts'
import { loadOrgVisibility } from '../projects/policy.ts'
import { loadSectionForUpdate, createDefaultSections, loadSectionVisibility } from './policy.ts'
import { sectionCreatedEvent, sectionUpdatedEvent } from './events.ts'
import { presentSection } from './presenter.ts'
import * as queries from './queries.ts'
import { createSection, deleteSection, buildSectionSubject, updateSection } from './commands.ts'
import type { SectionRow } from './section-row.ts'
import { computeSectionPositions } from './rules.ts'
import { sectionSchema, sectionCreateSchema, sectionReorderSchema, sectionUpdateSchema } from './schema.ts'

const nameProblem = { 409: 'Another section of the scope has this name (case-insensitive).' }
const scopeProblem = 'The project or team does not exist or you cannot read it.'
const editRequirement =
  'Requires: owner or editor of the project, owner of the team, or organization admin; for personal sections, the user.'

/** Reads the section again, to count its tasks. */
async function respondWithSection(ctx: Context, { org_id, section_id }: SectionRow) {
  const [row] = await queries.selectSections(
    ctx,
    await loadOrgVisibility(ctx, org_id),
    sql`s.section_id = ${section_id}`,
  )
  return respond(presentSection(row!), row!.version)
}

export const createSectionOperation = defineOperation({
  id: 'sections.create',
  method: 'POST',
  path: '/v1/sections',
  summary: 'Create a section',
  description:
    'Creates a section for the tasks of a project or team, or a personal section. A section of a project can mean a ' +
    'status: its tasks have this status, whichever of the two is changed, and new tasks with this status are put into ' +
    `the first such section. ${editRequirement}`,
  scope: 'tasks:write',
  body: sectionCreateSchema,
  reply: { status: 201, schema: sectionSchema, created: '/v1/sections/{section_id}' },
  problems: {
    ...nameProblem,
    404: scopeProblem,
    422: 'A section of a team or a user has `status`, `color` or `wip_limit`.',
  },
  emits: sectionCreatedEvent,
  example: {
    body: {
      org_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      scope_type: 'project',
      scope_id: 'P1JM6SW2Z0A1B2C3D',
      name: 'On the slipway',
    },
  },
  async authorize({ ctx, body }) {
    const { org_id } = membershipFromBody(ctx, body)
    const holder = await loadScopeOwnerForUpdate(ctx, org_id, body.scope_type, body.scope_id, 'update')
    if (holder.scope_type === 'user') await createDefaultSections(ctx, org_id)
    return holder
  },
  async handle({ ctx, target, body }) {
    const row = await createSection(ctx, target, body)
    return respond(presentSection({ ...row, task_count: 0 }), row.version)
  },
})

export const reorderSectionsOperation = defineOperation({
  id: 'sections.reorder',
  method: 'POST',
  path: '/v1/sections/reorder',
  summary: 'Reorder sections',
  description: `Reorders the sections of a scope. The body lists every section exactly once; their positions become 1, 2, 3 and so on. ${editRequirement}`,
  scope: 'tasks:write',
  body: sectionReorderSchema,
  reply: { status: 200, schema: s.array(sectionSchema) },
  problems: {
    404: scopeProblem,
    422: 'A section is missing, listed twice or not part of the scope.',
  },
  emits: { 'section.reordered': 'Sections were reordered.' },
  async authorize({ ctx, body }) {
    const { scope_type, scope_id, section_ids } = body
    if (scope_type !== 'user') return loadScopeOwnerForUpdate(ctx, null, scope_type, scope_id, 'update')
    requireSelf(ctx, scope_id)
    const orgId = await queries.findPersonalSectionOrg(ctx, section_ids)
    if (orgId === undefined) throw unknownReference(['body', 'section_ids', 0], 'section of this scope')
    return loadScopeOwnerForUpdate(ctx, orgId, scope_type, scope_id, 'update')
  },
  async handle({ ctx, target, body: { section_ids } }) {
    const before = await queries.lockSections(ctx, target)
    ctx.advanceTimePast(before)
    const old = before.map((row) => row.section_id)
    requireAllListed(section_ids, old, ['body', 'section_ids'], 'section of this scope')
    const positions = computeSectionPositions(before, section_ids)
    if (positions.length > 0) {
      await queries.saveSectionPositions(ctx, target.org_id, positions)
      const change = { before: { section_ids: old }, after: { section_ids } }
      emitScopeEvent(ctx, target, {
        ...buildSectionSubject(section_ids[0]!),
        type: 'section.reordered',
        ...change,
      })
    }
    const { scope_type, scope_id } = target
    const inScope = sql`s.scope_type = ${scope_type} and s.scope_id = ${scope_id}`
    const rows = await queries.selectSections(ctx, await loadOrgVisibility(ctx, target.org_id), inScope)
    return respond(rows.map(presentSection))
  },
})

export const getSectionOperation = defineOperation({
  id: 'sections.read',
  method: 'GET',
  path: '/v1/sections/{section_id}',
  summary: 'Get a section',
  description: 'Returns a section of a project or team that you can read, or one of your personal sections.',
  scope: 'tasks:read',
  reply: { status: 200, schema: sectionSchema },
  async authorize({ ctx, params }) {
    const visibility = await loadSectionVisibility(ctx, params.section_id)
    const isVisible = sql`s.section_id = ${params.section_id} and ${buildReadableOwnerCondition(ctx, visibility, 's')}`
    const [row] = await queries.selectSections(ctx, visibility, isVisible)
    if (!row) throw notFound()
    return row
  },
  handle: async ({ target }) => respond(presentSection(target), target.version),
})

export const updateSectionOperation = defineOperation({
  id: 'sections.update',
  method: 'PATCH',
  path: '/v1/sections/{section_id}',
  summary: 'Update a section',
  description:
    `Updates the fields in the body; omitted fields keep their value. A new \`status\` is set on all tasks of the ` +
    `section, each with a new version and an event. ${editRequirement}`,
  scope: 'tasks:write',
  body: sectionUpdateSchema,
  reply: { status: 200, schema: sectionSchema },
  problems: { 409: `${nameProblem[409]} Or more than ${queries.MAX_FOLLOWING_TASKS} tasks would follow a new status.` },
  emits: { ...sectionUpdatedEvent, ...taskUpdatedEvent },
  example: { body: { name: 'In the water', status: 'in_progress', wip_limit: 5 } },
  authorize: ({ ctx, params, body }) =>
    loadSectionForUpdate(ctx, params.section_id, { lock: 'update', tasks: body.status != null }),
  async handle({ ctx, target, body }) {
    await updateSection(ctx, target, body)
    return respondWithSection(ctx, target)
  },
})

export const deleteSectionOperation = defineOperation({
  id: 'sections.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/sections/{section_id}',
  summary: 'Delete a section',
  description: `Deletes a section. Its tasks keep their status and are in no section of the scope afterwards. ${editRequirement}`,
  scope: 'tasks:write',
  reply: { status: 200, schema: s.okResponse },
  emits: { 'section.deleted': 'A section was deleted.', ...taskUpdatedEvent },
  authorize: ({ ctx, params }) => loadSectionForUpdate(ctx, params.section_id, { lock: 'delete', tasks: true }),
  async handle({ ctx, target }) {
    const tasks = await deleteSection(ctx, target)
    const subject = { ...buildSectionSubject(target.section_id), part_id: target.scope_id }
    const before = { name: target.name, tasks }
    emitScopeEvent(ctx, target, { ...subject, type: 'section.deleted', before, after: null })
    return respond({ ok: true }, target.version + 1)
  },
})
