import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import {
  requireDesignationAdmin,
  loadDesignationForUpdate,
  loadReadableDesignation,
  loadDesignationForVisibility,
  parseDesignationFilter,
} from './policy.ts'
import {
  respondWithDesignation,
  buildDesignationSubject,
  presentDesignationWithUsage,
  presentListedDesignation,
} from './presenter.ts'
import * as queries from './queries.ts'
import { DEFAULT_DESIGNATION, designationFieldNames, applyDesignationUpdate, groupByCategory } from './rules.ts'
import * as schemas from './schema.ts'

const byLabel = { sql: 'd.label_key', type: 'text' } as const

const sorts: ListSpec = {
  sorts: { name: [byLabel], label: [byLabel], category: [{ sql: 'd.category_key', type: 'text' }, byLabel] },
  defaultOrder: [
    { sql: '(case when v.pinned then 0 else 1 end)', type: 'integer' },
    { sql: 'coalesce(d.sort_order, 2147483647)', type: 'integer' },
    byLabel,
  ],
  id: { sql: 'd.designation_id', type: 'text' },
  defaultLimit: 1000,
  sameForAllOrgs: true,
}

/** Maximum number of designations in a catalog, which is not paginated. */
const MAX_CATALOG_SIZE = 10_000

export const listDesignationsOperation = defineOperation({
  id: 'designations.list',
  method: 'GET',
  path: '/v1/designations',
  summary: 'List designations',
  description:
    'Returns the global designations and those of an organization. By default, pinned ones come first, then by ' +
    '`sort_order` and label. With `grouped`, returns all of them by category, without pagination.',
  scope: 'org:read',
  query: s.object({
    org_id: s.optional(
      s.text('ID of the organization. When omitted (also with an access token), returns only global designations.'),
    ),
    grouped: s.optional(s.bool('`true`: returns a `DesignationCatalog` instead of a page. Default: `false`.')),
    with_usage: s.optional(
      s.bool(
        '`true`: adds the number of members, pending invitations and project members that have each designation and ' +
          'that the caller can read. Requires `org_id`.',
      ),
    ),
    include_hidden: s.optional(s.bool('`true`: includes designations that the organization hides. Default: `false`.')),
    include_inactive: s.optional(
      s.bool('`true`: includes deactivated designations. Requires: organization admin. Default: `false`.'),
    ),
  }),
  reply: { status: 200, schema: schemas.designationPageOrCatalog },
  list: sorts,
  authorize: parseDesignationFilter,
  async handle({ ctx, query, list, target }) {
    const present = target.usage ? presentDesignationWithUsage : presentListedDesignation
    if (!query.grouped) {
      const found = await queries.listDesignations(ctx, target, list)
      return respondWithPage(ctx, list, found, present)
    }
    const page = { ...list, after: null, offset: 0, limit: MAX_CATALOG_SIZE }
    const found = await queries.listDesignations(ctx, target, page)
    const groups = groupByCategory(found).map(({ category, items }) => ({ category, items: items.map(present) }))
    return respond({ org_id: target.orgId, groups, total: found.length })
  },
})

export const createDesignationOperation = defineOperation({
  id: 'designations.create',
  method: 'POST',
  path: '/v1/designations',
  summary: 'Create a designation',
  description:
    'Creates a designation in an organization. With the label of a global designation, it takes precedence when a ' +
    'designation is assigned by name. Requires: organization admin.',
  scope: 'org:write',
  body: schemas.designationCreate,
  reply: { status: 200, schema: schemas.designation },
  problems: { 409: 'The organization has an active designation with this label.' },
  emits: { 'designation.created': 'A designation was created.' },
  example: { body: { label: 'Crane Operator', category: 'Harbour', aliases: ['Crane Driver'] } },
  authorize: requireDesignationAdmin,
  async handle({ ctx, target, body }) {
    const row = await queries.insertDesignation(ctx, target.org_id, applyDesignationUpdate(DEFAULT_DESIGNATION, body))
    const { label, category, aliases } = row
    ctx.emit({
      ...buildDesignationSubject(target.org_id, row),
      type: 'designation.created',
      before: null,
      after: { label, category, aliases },
    })
    return respondWithDesignation(row)
  },
})

export const getDesignationOperation = defineOperation({
  id: 'designations.read',
  method: 'GET',
  path: '/v1/designations/{designation_id}',
  summary: 'Get a designation',
  description: "Returns a global designation or one of the caller's organizations, also when it is deactivated.",
  scope: 'org:read',
  query: s.object({
    org_id: s.optional(
      s.text(
        'ID of the organization whose `pinned` and `hidden` are returned. Default: the organization of the access ' +
          'token, or else of the designation.',
      ),
    ),
  }),
  reply: { status: 200, schema: schemas.designation },
  authorize: loadReadableDesignation,
  handle: async ({ target }) => respondWithDesignation(target),
})

export const updateDesignationOperation = defineOperation({
  id: 'designations.update',
  method: 'PATCH',
  path: '/v1/designations/{designation_id}',
  summary: 'Update a designation',
  description:
    'Updates a designation of the organization; omitted fields keep their value. `null` clears `aliases`, `sort_order` ' +
    'and `metadata`, and sets `category` to `Custom`. Members who have it get the new label. Requires: organization ' +
    'admin. Global designations cannot be updated.',
  scope: 'org:write',
  query: s.object({ org_id: s.text('ID of the organization of the designation.') }),
  body: schemas.designationUpdate,
  reply: { status: 200, schema: schemas.designation },
  problems: { 409: 'Another active designation of the organization has this label.' },
  emits: { 'designation.updated': 'A designation changed.' },
  example: { body: { aliases: ['Crane Driver', 'Hoist Operator'] } },
  authorize: loadDesignationForUpdate,
  async handle({ ctx, target, body }) {
    const next = applyDesignationUpdate(target, body)
    const change = findChangedAttributes(target, next, designationFieldNames)
    if (!change) return respondWithDesignation(target)
    const row = await queries.saveDesignation(ctx, target, next)
    ctx.emit({ ...buildDesignationSubject(row.org_id, row), type: 'designation.updated', ...change })
    return respondWithDesignation(row)
  },
})

export const putDesignationOperation = deprecatedPut(updateDesignationOperation, 'designations.replace')

export const deleteDesignationOperation = defineOperation({
  id: 'designations.delete',
  method: 'DELETE',
  path: '/v1/designations/{designation_id}',
  summary: 'Deactivate a designation',
  description:
    'Deactivates a designation of the organization. Members who have it keep it, but it can no longer be assigned, and ' +
    'its label can be used again. Updating it with `is_active: true` reactivates it. Does nothing if it is already ' +
    'deactivated. Requires: organization admin.',
  scope: 'org:write',
  query: s.object({ org_id: s.orgIdParam }),
  reply: { status: 200, schema: schemas.designationDeleted },
  emits: { 'designation.deleted': 'A designation was deactivated.' },
  authorize: loadDesignationForUpdate,
  async handle({ ctx, target }) {
    const { designation_id, label, category } = target
    const body = { ok: true, designation_id, is_active: false }
    if (!target.is_active) return respond(body, target.version)
    const row = await queries.saveDesignation(ctx, target, { is_active: false })
    ctx.emit({
      ...buildDesignationSubject(row.org_id, row),
      type: 'designation.deleted',
      before: { label, category },
      after: null,
    })
    return respond(body, row.version)
  },
})

export const updateDesignationVisibilityOperation = defineOperation({
  id: 'designations.set_visibility',
  method: 'PUT',
  path: '/v1/designations/{designation_id}/visibility',
  summary: 'Update the visibility of a designation',
  description:
    'Hides or pins a global or custom designation in an organization. Members keep a hidden designation, and it can ' +
    'still be assigned by name or ID. Omitted fields and `null` keep the current value. Requires: organization admin.',
  scope: 'org:write',
  query: s.object({ org_id: s.orgIdParam }),
  body: schemas.designationVisibilityUpdate,
  reply: { status: 200, schema: schemas.designationVisibility },
  emits: { 'designation.visibility_changed': 'A designation was hidden, shown, pinned or unpinned.' },
  example: { body: { pinned: true } },
  authorize: loadDesignationForVisibility,
  async handle({ ctx, target, body }) {
    const { from: org_id, designation_id } = target
    const stored = { hidden: target.hidden ?? false, pinned: target.pinned ?? false }
    const next = { hidden: body.hidden ?? stored.hidden, pinned: body.pinned ?? stored.pinned }
    const change = findChangedAttributes(stored, next, ['hidden', 'pinned'])
    const visibility = { org_id, designation_id, ...next }
    if (!change) {
      const { shown_by: updated_by, shown_at: updated_at, version } = target
      return respond({ ...visibility, updated_by, updated_at, version }, version)
    }
    await queries.saveDesignationVisibility(ctx, org_id, designation_id, next)
    ctx.emit({ ...buildDesignationSubject(org_id, target), type: 'designation.visibility_changed', ...change })
    const version = target.version + 1
    return respond({ ...visibility, updated_by: ctx.user.username, updated_at: ctx.now, version }, version)
  },
})
