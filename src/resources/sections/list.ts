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
  summary: 'List the sections of a scope, or of several',
  description:
    'The sections of one project, team or person (`scope_id`), or of several projects or teams (`scope_ids`), scope by ' +
    'scope in the order asked. A scope you cannot read is left out; with `scope_ids` the answer names those it covers. ' +
    'Your own lanes are not made by this list: `sections.mine` makes them.',
  scope: 'tasks:read',
  query: object({
    org_id: text({ description: 'The organization of the scopes.' }),
    scope_type: scopeType,
    scope_id: optional(text({ description: 'The project or team, or your own username.' })),
    scope_ids: optional(
      list(text(), {
        description: 'Several projects or several teams, repeated or comma-separated, in place of scope_id.',
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
          list(scopeRef, { description: 'With scope_ids: the scopes answered, in the order asked.' }),
        ),
      },
      { title: 'SectionsForScopes' },
    ),
  },
  problems: {
    400: '`scope_ids` with `scope_type=user`',
    403: 'the personal sections of somebody else',
    422: 'neither or both of `scope_id` and `scope_ids`',
  },
  example: { query: { scope_type: 'project', scope_id: 'P1JM6SW2Z0A1B2C3D' } },
  async access({ ctx, query }) {
    const asked = scopesAsked(query)
    const { org_id } = ctx.caller.memberOf(query.org_id)
    if (query.scope_type !== 'user') return reachOfHolders(ctx, org_id, query.scope_type, asked)
    requireOneself(ctx, asked[0]!)
    return { reach: await reachOf(ctx, org_id), readable: [ctx.user.username] }
  },
  async handle({ ctx, target: { reach, readable }, query, list: page }) {
    const found = await selectPage(ctx, page, reach, query.scope_type, readable, query)
    const scopes = readable.map((scope_id) => ({ scope_type: query.scope_type, scope_id }))
    return pageAnswer(ctx, page, found, (rows) => rows.map(presentSection), query.scope_id ? {} : { scopes })
  },
})

const { position, name } = sectionSorts.sorts

export const listOwnSections = operation({
  id: 'sections.mine',
  method: 'GET',
  path: '/v1/sections/mine',
  summary: 'List your own lanes',
  description:
    'The sections that you sort tasks into for yourself; nobody else sees them. You start with Assigned, Doing and Later, ' +
    'which are made when you first ask for them here or put a task into a lane of yours. A test token makes none.',
  scope: 'tasks:read',
  query: object({ org_id: askedOrgId }),
  list: { ...sectionSorts, sorts: { position: position!, name: name! } },
  reply: { status: 200, schema: pageOf(section) },
  access: ({ ctx, query }) => reachOf(ctx, askedOrganization(ctx, query).org_id, { find: laneReach(ctx) }),
  async handle({ ctx, target: reach, list: page }) {
    const found = await selectPage(ctx, page, reach, 'user', [ctx.user.username])
    return pageAnswer(ctx, page, found, (rows) => rows.map(presentSection))
  },
})
