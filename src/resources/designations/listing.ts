import { answer } from '../../kernel/answer.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { askedOrgId, bool, object, optional, text } from '../../kernel/schema.ts'
import { listableDesignations, showableDesignation } from './access.ts'
import { designationParams } from './operations.ts'
import { presentListed, presentUsed, subject } from './present.ts'
import * as listQueries from './list-queries.ts'
import { storeVisibility } from './queries.ts'
import { byCategory } from './rules.ts'
import { designationPageOrCatalog, designationVisibility, visibilityUpdate } from './schemas.ts'

const byLabel = { sql: 'd.label_key', type: 'text' } as const

const sorts: ListSpec = {
  sorts: { name: [byLabel], label: [byLabel], category: [{ sql: 'd.category_key', type: 'text' }, byLabel] },
  natural: [
    { sql: '(case when v.pinned then 0 else 1 end)', type: 'integer' },
    { sql: 'coalesce(d.sort_order, 2147483647)', type: 'integer' },
    byLabel,
  ],
  id: { sql: 'd.designation_id', type: 'text' },
  defaultLimit: 1000,
  everybodys: true,
}

/** The most designations in a catalogue, which comes in one piece. */
const mostInCatalog = 10_000

export const listDesignations = operation({
  id: 'designations.list',
  method: 'GET',
  path: '/v1/designations',
  summary: 'List designations',
  description:
    "What people can be in an organization: the global designations and the organization's own. Pinned ones come first, " +
    'then by `sort_order` and label. With `grouped` they come by category and all at once.',
  scope: 'org:read',
  query: object({
    org_id: optional(
      text({ description: 'The organization. Left out, with an access token too: the global ones alone.' }),
    ),
    grouped: optional(bool({ description: 'true: a DesignationCatalog instead of a page.' })),
    with_usage: optional(
      bool({
        description:
          'Adds how many members, pending invitations and places in projects point at each, as far as you can read these.',
      }),
    ),
    include_hidden: optional(bool({ description: 'Those hidden in this organization too.' })),
    include_inactive: optional(bool({ description: 'Deactivated ones too; owners and admins only.' })),
  }),
  reply: { status: 200, schema: designationPageOrCatalog },
  list: sorts,
  access: listableDesignations,
  async handle({ ctx, query, list, target }) {
    const present = target.usage ? presentUsed : presentListed
    if (!query.grouped) {
      const found = await listQueries.listDesignations(ctx, target, list)
      return pageAnswer(ctx, list, found, (page) => page.map(present))
    }
    const whole = { ...list, after: null, offset: 0, limit: mostInCatalog }
    const found = await listQueries.listDesignations(ctx, target, whole)
    const groups = byCategory(found).map(({ category, items }) => ({ category, items: items.map(present) }))
    return answer({ org_id: target.orgId, groups, total: found.length })
  },
})

export const setVisibility = operation({
  id: 'designations.set_visibility',
  method: 'PUT',
  path: '/v1/designations/{designation_id}/visibility',
  summary: 'Hide or pin a designation in an organization',
  description:
    'By its owners and admins, global designations and its own alike. Who has a hidden one keeps it, and it can still be ' +
    'given by name or id. Absent fields and `null` leave things as they are.',
  scope: 'org:write',
  params: designationParams,
  query: object({ org_id: askedOrgId }),
  body: visibilityUpdate,
  reply: { status: 200, schema: designationVisibility },
  emits: { 'designation.visibility_changed': 'A designation was hidden, pinned, or neither any more.' },
  example: { body: { pinned: true } },
  access: showableDesignation,
  async handle({ ctx, target, body }) {
    const { from: org_id, designation_id } = target
    const stored = { hidden: target.hidden ?? false, pinned: target.pinned ?? false }
    const wanted = { hidden: body.hidden ?? stored.hidden, pinned: body.pinned ?? stored.pinned }
    const change = changedAttributes(stored, wanted, ['hidden', 'pinned'])
    const made = { org_id, designation_id, ...wanted }
    if (!change) {
      const { shown_by: updated_by, shown_at: updated_at, version } = target
      return answer({ ...made, updated_by, updated_at, version }, version)
    }
    await storeVisibility(ctx, org_id, designation_id, wanted)
    ctx.emit({ ...subject(org_id, target), type: 'designation.visibility_changed', ...change })
    const version = target.version + 1
    return answer({ ...made, updated_by: ctx.user.username, updated_at: ctx.now, version }, version)
  },
})
