import { respond } from '../../../http/result.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { parseDesignationFilter, loadDesignationForVisibility } from './policy.ts'
import { designationParams } from './operations.ts'
import { presentListedDesignation, presentDesignationWithUsage, designationSubject } from './presenter.ts'
import * as listQueries from './queries/list.ts'
import { saveDesignationVisibility } from './queries/designations.ts'
import { groupByCategory } from './rules.ts'
import { designationPageOrCatalog, designationVisibility, designationVisibilityUpdate } from './schema.ts'

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
      s.text({
        description:
          'ID of the organization. When omitted (also with an access token), returns only global designations.',
      }),
    ),
    grouped: s.optional(
      s.bool({ description: '`true`: returns a `DesignationCatalog` instead of a page. Default: `false`.' }),
    ),
    with_usage: s.optional(
      s.bool({
        description:
          '`true`: adds the number of members, pending invitations and project members that have each designation and ' +
          'that the caller can read. Requires `org_id`.',
      }),
    ),
    include_hidden: s.optional(
      s.bool({ description: '`true`: includes designations that the organization hides. Default: `false`.' }),
    ),
    include_inactive: s.optional(
      s.bool({
        description: '`true`: includes deactivated designations. Requires: organization admin. Default: `false`.',
      }),
    ),
  }),
  reply: { status: 200, schema: designationPageOrCatalog },
  list: sorts,
  authorize: parseDesignationFilter,
  async handle({ ctx, query, list, target }) {
    const present = target.usage ? presentDesignationWithUsage : presentListedDesignation
    if (!query.grouped) {
      const found = await listQueries.listDesignations(ctx, target, list)
      return respondWithPage(ctx, list, found, (page) => page.map(present))
    }
    const page = { ...list, after: null, offset: 0, limit: MAX_CATALOG_SIZE }
    const found = await listQueries.listDesignations(ctx, target, page)
    const groups = groupByCategory(found).map(({ category, items }) => ({
      category,
      items: items.map(present),
    }))
    return respond({ org_id: target.orgId, groups, total: found.length })
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
  params: designationParams,
  query: s.object({ org_id: s.orgIdParam }),
  body: designationVisibilityUpdate,
  reply: { status: 200, schema: designationVisibility },
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
    await saveDesignationVisibility(ctx, org_id, designation_id, next)
    ctx.emit({ ...designationSubject(org_id, target), type: 'designation.visibility_changed', ...change })
    const version = target.version + 1
    return respond({ ...visibility, updated_by: ctx.user.username, updated_at: ctx.now, version }, version)
  },
})
