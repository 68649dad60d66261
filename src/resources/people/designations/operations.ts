import { respond } from '../../../http/result.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { requireDesignationAdmin, loadDesignationForUpdate, loadVisibleDesignation } from './policy.ts'
import { respondWithDesignation, designationSubject } from './presenter.ts'
import * as queries from './queries/designations.ts'
import { DEFAULT_DESIGNATION, designationFieldNames, applyDesignationUpdate } from './rules.ts'
import { designation, designationCreate, designationDeleted, designationUpdate } from './schema.ts'

export const designationParams = s.object({ designation_id: s.text() })

export const createDesignationOperation = defineOperation({
  id: 'designations.create',
  method: 'POST',
  path: '/v1/designations',
  summary: 'Create a designation',
  description:
    'Creates a designation in an organization. With the label of a global designation, it takes precedence when a ' +
    'designation is assigned by name. Requires: organization admin.',
  scope: 'org:write',
  body: designationCreate,
  reply: { status: 200, schema: designation },
  problems: { 409: 'The organization has an active designation with this label.' },
  emits: { 'designation.created': 'A designation was created.' },
  example: { body: { label: 'Crane Operator', category: 'Harbour', aliases: ['Crane Driver'] } },
  authorize: requireDesignationAdmin,
  async handle({ ctx, target, body }) {
    const row = await queries.insertDesignation(ctx, target.org_id, applyDesignationUpdate(DEFAULT_DESIGNATION, body))
    const { label, category, aliases } = row
    ctx.emit({
      ...designationSubject(target.org_id, row),
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
  params: designationParams,
  query: s.object({
    org_id: s.optional(
      s.text({
        description:
          'ID of the organization whose `pinned` and `hidden` are returned. Default: the organization of the access ' +
          'token, or else of the designation.',
      }),
    ),
  }),
  reply: { status: 200, schema: designation },
  authorize: loadVisibleDesignation,
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
  params: designationParams,
  query: s.object({ org_id: s.text({ description: 'ID of the organization of the designation.' }) }),
  body: designationUpdate,
  reply: { status: 200, schema: designation },
  problems: { 409: 'Another active designation of the organization has this label.' },
  emits: { 'designation.updated': 'A designation changed.' },
  example: { body: { aliases: ['Crane Driver', 'Hoist Operator'] } },
  authorize: loadDesignationForUpdate,
  async handle({ ctx, target, body }) {
    const next = applyDesignationUpdate(target, body)
    const change = findChangedAttributes(target, next, designationFieldNames)
    if (!change) return respondWithDesignation(target)
    const row = await queries.saveDesignation(ctx, target, next)
    ctx.emit({ ...designationSubject(row.org_id, row), type: 'designation.updated', ...change })
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
  params: designationParams,
  query: s.object({ org_id: s.orgIdParam }),
  reply: { status: 200, schema: designationDeleted },
  emits: { 'designation.deleted': 'A designation was deactivated.' },
  authorize: loadDesignationForUpdate,
  async handle({ ctx, target }) {
    const { designation_id, label, category } = target
    const body = { ok: true, designation_id, is_active: false }
    if (!target.is_active) return respond(body, target.version)
    const row = await queries.saveDesignation(ctx, target, { is_active: false })
    ctx.emit({
      ...designationSubject(row.org_id, row),
      type: 'designation.deleted',
      before: { label, category },
      after: null,
    })
    return respond(body, row.version)
  },
})
