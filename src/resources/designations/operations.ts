import { answer } from '../../kernel/answer.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { askedOrgId, object, optional, text } from '../../kernel/schema.ts'
import { designationOrganization, editableDesignation, readableDesignation } from './access.ts'
import { shown, subject } from './present.ts'
import * as queries from './queries.ts'
import { blank, valueNames, wantedDesignation } from './rules.ts'
import { designation, designationCreate, designationDeleted, designationUpdate } from './schemas.ts'

export const designationParams = object({ designation_id: text({ description: 'The designation.' }) })

export const createDesignation = operation({
  id: 'designations.create',
  method: 'POST',
  path: '/v1/designations',
  summary: 'Create a designation',
  description:
    "One of the organization's own, by its owners and admins. It may be called like a global one, and is then the one " +
    'that is meant by the name.',
  scope: 'org:write',
  body: designationCreate,
  reply: { status: 200, schema: designation },
  problems: { 409: 'An active designation of the organization has the label.' },
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
  summary: 'Read a designation',
  description: 'A global one, or one of your organizations. Deactivated ones too.',
  scope: 'org:read',
  params: designationParams,
  query: object({
    org_id: optional(
      text({
        description: "The organization whose `pinned` and `hidden` are told; a token's own if left out.",
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
  summary: 'Change a designation',
  description:
    "One of the organization's own, by its owners and admins. Who has it is shown with its new label. Absent fields " +
    'stay; `null` empties `aliases`, `sort_order` and `metadata` and makes `category` `Custom`.',
  scope: 'org:write',
  params: designationParams,
  query: object({ org_id: text({ description: 'The organization it is changed in.' }) }),
  body: designationUpdate,
  reply: { status: 200, schema: designation },
  problems: { 409: 'Another active designation of the organization has the label.' },
  emits: { 'designation.updated': 'A designation changed.' },
  example: { body: { aliases: ['Crane Driver', 'Hoist Operator'] } },
  access: editableDesignation,
  async handle({ ctx, target, body }) {
    const wanted = wantedDesignation(target, body)
    const change = changedAttributes(target, wanted, valueNames)
    if (!change) return shown(target)
    const row = await queries.updateDesignation(ctx, target, wanted)
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
    "One of the organization's own, by its owners and admins. Nobody is given it any more; who has it keeps it. Its " +
    'label is free again. `is_active: true` brings it back. Deactivating it twice changes nothing.',
  scope: 'org:write',
  params: designationParams,
  query: object({ org_id: askedOrgId }),
  reply: { status: 200, schema: designationDeleted },
  emits: { 'designation.deleted': 'A designation was deleted.' },
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
