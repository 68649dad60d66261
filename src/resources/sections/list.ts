import { askedOrganization } from '../../kernel/access.ts'
import { nameQuery } from '../../kernel/lists/named.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { askedOrgId, list, object, optional, pageOf, text } from '../../kernel/schema.ts'
import { requireOneself } from '../holders/access.ts'
import { reachOfHolders } from '../holders/queries.ts'
import { reachOf } from '../projects/access.ts'
import { laneReach } from './access.ts'
import { presentSection } from './present.ts'
import { listSections as selectPage, sectionSorts } from './queries.ts'
import { scopesAsked } from './rules.ts'
import { scopeRef, scopeType, section } from './schemas.ts'

export const listSections = operation({
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
  query: object({
    org_id: text({ description: 'ID of the organization of the scopes.' }),
    scope_type: scopeType,
    scope_id: optional(text({ description: 'ID of the project or team, or your own username.' })),
    scope_ids: optional(
      list(text(), {
        description: 'IDs of several projects or teams, repeated or comma-separated, instead of `scope_id`.',
      }),
    ),
    ...nameQuery,
  }),
  list: sectionSorts,
  reply: {
    status: 200,
    schema: pageOf(
      section,
      {
        scopes: optional(
          list(scopeRef, {
            description: 'With `scope_ids`: the included scopes, in the order of the request.',
          }),
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
  async access({ ctx, query }) {
    const scopeIds = scopesAsked(query)
    const { org_id } = ctx.caller.memberOf(query.org_id)
    if (query.scope_type !== 'user') return reachOfHolders(ctx, org_id, query.scope_type, scopeIds)
    requireOneself(ctx, scopeIds[0]!)
    return { reach: await reachOf(ctx, org_id), readable: [ctx.user.username] }
  },
  async handle({ ctx, target: { reach: visibility, readable }, query, list: page }) {
    const found = await selectPage(ctx, page, visibility, query.scope_type, readable, query)
    const scopes = readable.map((scope_id) => ({ scope_type: query.scope_type, scope_id }))
    return pageAnswer(ctx, page, found, (rows) => rows.map(presentSection), query.scope_id ? {} : { scopes })
  },
})

const { position, name } = sectionSorts.sorts

export const listOwnSections = operation({
  id: 'sections.mine',
  method: 'GET',
  path: '/v1/sections/mine',
  summary: 'List personal sections',
  description:
    'Returns your personal sections, which are visible only to you. The default sections Assigned, Doing and Later are ' +
    'created when you first call this operation or move a task to a personal section. A test token does not create them.',
  scope: 'tasks:read',
  query: object({ org_id: askedOrgId }),
  list: { ...sectionSorts, sorts: { position: position!, name: name! } },
  reply: { status: 200, schema: pageOf(section) },
  access: ({ ctx, query }) => reachOf(ctx, askedOrganization(ctx, query).org_id, { find: laneReach(ctx) }),
  async handle({ ctx, target: visibility, list: page }) {
    const found = await selectPage(ctx, page, visibility, 'user', [ctx.user.username])
    return pageAnswer(ctx, page, found, (rows) => rows.map(presentSection))
  },
})
