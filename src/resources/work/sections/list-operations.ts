import { membershipFromQuery } from '../../../core/org-access.ts'
import { nameParams } from '../../../http/pagination/name-filter.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { requireSelf } from '../scopes/policy.ts'
import { loadScopeOwnerVisibility } from '../scopes/queries.ts'
import { loadOrgVisibility } from '../projects/policy.ts'
import { getPersonalSectionsLoader } from './policy.ts'
import { presentSection } from './presenter.ts'
import { selectSectionPage as selectPage, sectionSorts } from './queries.ts'
import { parseSectionScopes } from './rules.ts'
import { scopeRefSchema, scopeTypeSchema, sectionSchema } from './schema.ts'

export const listSectionsOperation = defineOperation({
  id: 'sections.list',
  method: 'GET',
  path: '/v1/sections',
  summary: 'List sections',
  description:
    'Returns the sections of a project, a team or yourself (`scope_id`), or of several projects or teams (`scope_ids`), ' +
    'grouped by scope in the order of the request. Scopes that you cannot read are omitted; with `scope_ids`, the ' +
    'response lists the included scopes in `scopes`. Unlike `GET /v1/sections/mine`, this operation does not create ' +
    'your default personal sections.',
  scope: 'tasks:read',
  query: s.object({
    org_id: s.text('ID of the organization of the scopes.'),
    scope_type: scopeTypeSchema,
    scope_id: s.optional(s.text('ID of the project or team, or your own username.')),
    scope_ids: s.optional(
      s.array(s.text(), 'IDs of several projects or teams, repeated or comma-separated, instead of `scope_id`.'),
    ),
    ...nameParams,
  }),
  list: sectionSorts,
  reply: {
    status: 200,
    schema: s.pageSchema(
      sectionSchema,
      {
        scopes: s.optional(
          s.array(scopeRefSchema, 'With `scope_ids`: the included scopes, in the order of the request.'),
        ),
      },
      { title: 'SectionsForScopes' },
    ),
  },
  problems: {
    400: '`scope_ids` is used with `scope_type=user`.',
    403: 'The personal sections belong to another user.',
    422: 'Neither or both of `scope_id` and `scope_ids` are set.',
  },
  example: { query: { scope_type: 'project', scope_id: 'P1JM6SW2Z0A1B2C3D' } },
  async authorize({ ctx, query }) {
    const scopeIds = parseSectionScopes(query)
    const { org_id } = ctx.caller.requireMembership(query.org_id)
    if (query.scope_type !== 'user') return loadScopeOwnerVisibility(ctx, org_id, query.scope_type, scopeIds)
    requireSelf(ctx, scopeIds[0]!)
    return { visibility: await loadOrgVisibility(ctx, org_id), readable: [ctx.user.username] }
  },
  async handle({ ctx, target: { visibility, readable }, query, list: page }) {
    const found = await selectPage(ctx, page, visibility, query.scope_type, readable, query)
    const scopes = readable.map((scope_id) => ({ scope_type: query.scope_type, scope_id }))
    return respondWithPage(ctx, page, found, presentSection, query.scope_id ? {} : { scopes })
  },
})

const { position, name } = sectionSorts.sorts

export const listPersonalSectionsOperation = defineOperation({
  id: 'sections.mine',
  method: 'GET',
  path: '/v1/sections/mine',
  summary: 'List personal sections',
  description:
    'Returns your personal sections, which are visible only to you. The default sections Assigned, Doing and Later are ' +
    'created when you first call this operation or move a task to a personal section. A test token does not create them.',
  scope: 'tasks:read',
  query: s.object({ org_id: s.orgIdParam }),
  list: { ...sectionSorts, sorts: { position: position!, name: name! } },
  reply: { status: 200, schema: s.pageSchema(sectionSchema) },
  authorize: ({ ctx, query }) =>
    loadOrgVisibility(ctx, membershipFromQuery(ctx, query).org_id, { find: getPersonalSectionsLoader(ctx) }),
  handle: async ({ ctx, target: visibility, list: page }) =>
    respondWithPage(ctx, page, await selectPage(ctx, page, visibility, 'user', [ctx.user.username]), presentSection),
})
