import { answer } from '../../kernel/answer.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { askedOrgId, object, optional, text } from '../../kernel/schema.ts'
import { designationOrganization, editableDesignation, readableDesignation } from './access.ts'
import { shown, subject } from './present.ts'
import * as queries from './queries.ts'
import { blank, valueNames, wantedDesignation } from './rules.ts'
import { designation, designationCreate, designationDeleted, designationUpdate } from './schemas.ts'

export const designationParams = object({ designation_id: text() })

export const createDesignation = operation({
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
  problems: { 409: 'the organization has an active designation with this label' },
  emits: { 'designation.created': 'A designation was created.' },
  example: { body: { label: 'Crane Operator', category: 'Harbour', aliases: ['Crane Driver'] } },
  access: designationOrganization,
  async handle({ ctx, target, body }) {
    const row = await queries.insertDesignation(ctx, target.org_id, wantedDesignation(blank, body))
    const { label, category, aliases } = row
    ctx.emit({
      ...subject(target.org_id, row),
      type: 'designation.created',
      before: null,
      after: { label, category, aliases },
    })
    return shown(row)
  },
})

export const readDesignation = operation({
  id: 'designations.read',
  method: 'GET',
  path: '/v1/designations/{designation_id}',
  summary: 'Get a designation',
  description:
    "Returns a global designation or one of the caller's organizations, also when it is deactivated.",
  scope: 'org:read',
  params: designationParams,
  query: object({
    org_id: optional(
      text({
        description:
          'ID of the organization whose `pinned` and `hidden` are returned. Default: the organization of the access ' +
          'token, or else of the designation.',
      }),
    ),
  }),
  reply: { status: 200, schema: designation },
  access: readableDesignation,
  handle: async ({ target }) => shown(target),
})

export const updateDesignation = operation({
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
  query: object({ org_id: text({ description: 'ID of the organization of the designation.' }) }),
  body: designationUpdate,
  reply: { status: 200, schema: designation },
  problems: { 409: 'another active designation of the organization has this label' },
  emits: { 'designation.updated': 'A designation changed.' },
  example: { body: { aliases: ['Crane Driver', 'Hoist Operator'] } },
  access: editableDesignation,
  async handle({ ctx, target, body }) {
    const next = wantedDesignation(target, body)
    const change = changedAttributes(target, next, valueNames)
    if (!change) return shown(target)
    const row = await queries.updateDesignation(ctx, target, next)
    ctx.emit({ ...subject(row.org_id, row), type: 'designation.updated', ...change })
    return shown(row)
  },
})

export const replaceDesignation = deprecatedPut(updateDesignation, 'designations.replace')

export const deleteDesignation = operation({
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
  query: object({ org_id: askedOrgId }),
  reply: { status: 200, schema: designationDeleted },
  emits: { 'designation.deleted': 'A designation was deactivated.' },
  access: editableDesignation,
  async handle({ ctx, target }) {
    const { designation_id, label, category } = target
    const body = { ok: true, designation_id, is_active: false }
    if (!target.is_active) return answer(body, target.version)
    const row = await queries.updateDesignation(ctx, target, { is_active: false })
    ctx.emit({
      ...subject(row.org_id, row),
      type: 'designation.deleted',
      before: { label, category },
      after: null,
    })
    return answer(body, row.version)
  },
})
