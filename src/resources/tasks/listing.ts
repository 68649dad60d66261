import { sql } from '../../db/sql.ts'
import { askedOrganization } from '../../kernel/access.ts'
import type { Answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters } from '../../kernel/lists/filter.ts'
import type { ListQuery } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { invalidParameter, notFound } from '../../kernel/problem.ts'
import { bool, object, older, optional, text, type Static } from '../../kernel/schema.ts'
import { reachOf, reachOfProject, reachOfTeam, type Reach } from '../projects/access.ts'
import { laneReach } from '../sections/access.ts'
import { taskStatuses } from './attributes.ts'
import { wantsDeleted } from './deleted.ts'
import { placeFilters, taskConditions, taskFilters } from './filters.ts'
import { taskSorts } from './cards.ts'
import { cardsAnswer } from './kept-cards.ts'
import { findingOf, sampleColumn, searchOf, type Sampled } from './searching.ts'
import { taskPage } from './schemas.ts'
import { isPersonal, namedScopes, readSectionScope } from './section-scope.ts'

const query = object({
  org_id: optional(
    text({
      description: 'The organization. May be left out with `project_id`, and when you use an access token.',
    }),
  ),
  project_id: optional(text({ description: 'Only tasks of this project.' })),
  include_inaccessible: optional(
    bool({
      description:
        'Keep restricted tasks as blank rows with `has_access` false, where no filter but project and team is set. ' +
        'They are sorted as if they had no values.',
    }),
  ),
  section_scope: optional(
    text({
      description:
        'Fills `section_id` and `section_position`: `user:me` with your own lanes, `project:<id>` and `team:<id>` with ' +
        'theirs, `own` with those of each task’s project, else its team, else your own.',
      onEmpty: 'judged',
    }),
  ),
  search: optional(older(text({ onEmpty: 'ignored' }), 'Older form of `filter[search]`.')),
  status: optional(older(text({ onEmpty: 'judged' }), 'Older form of `filter[status]`.')),
  unfiled: optional(older(bool(), 'Older form of `filter[project]=__unfiled__`.')),
})

type Asked = Static<typeof query>

const withOlderSearch = (filters: Filters, { search }: Asked): Filters =>
  search && !filters.search ? { ...filters, search: [search] } : { ...filters }

/** The filters with the older parameters among them; a `filter[…]` of the same kind wins. */
function withOlder(filters: Filters, asked: Asked): Filters {
  const all = withOlderSearch(filters, asked)
  if (asked.status !== undefined && !all.status) {
    all.status = asked.status.split(',')
    const unknown = all.status.find((status) => !(taskStatuses as readonly string[]).includes(status))
    if (unknown !== undefined)
      throw invalidParameter('status', `status does not take "${unknown.slice(0, 60)}".`, taskStatuses)
  }
  if (asked.unfiled && !all.project) all.project = ['__unfiled__']
  return all
}

/** A page of the tasks within a reach that a query asks for. */
async function answerTasks(
  ctx: Context,
  reach: Reach & Sampled,
  { query: asked, list, filters }: { query: Asked; list: ListQuery; filters: Filters },
): Promise<Answer> {
  const all = withOlder(filters, asked)
  const deleted = wantsDeleted(all)
  const scope = readSectionScope(asked.section_scope)
  const conditions = taskConditions(ctx, reach, all, scope)
  if (asked.project_id !== undefined) conditions.push(sql`t.project_id = ${asked.project_id}`)
  const keep =
    asked.include_inaccessible === true && Object.keys(all).every((name) => placeFilters.includes(name))
  const search = searchOf(all)
  const finding = search ? findingOf(search, reach) : undefined
  return cardsAnswer(ctx, { list, reach, conditions, keepRestricted: keep, scope, finding, deleted })
}

/** The task list as others may ask it: what its query takes, and its answer within a reach. */
export const taskListing = {
  query,
  filters: taskFilters,
  list: taskSorts,
  /** Throws what the list would throw for a value that the schema of its query can't judge. */
  check: (asked: Asked) => void readSectionScope(asked.section_scope),
  answer: answerTasks,
}

/**
 * What the caller reaches in the organization that the query names, or in that of the project that it names, and what the
 * sample says of a search.
 */
async function reachAsked(call: { ctx: Context; query: Asked; filters: Filters }): Promise<Reach & Sampled> {
  const { ctx, query } = call
  const search = searchOf(withOlderSearch(call.filters, query))
  const how = {
    find: isPersonal(readSectionScope(query.section_scope)) ? laneReach(ctx) : undefined,
    columns: search ? sampleColumn(search) : undefined,
  }
  if (query.project_id === undefined) return reachOf(ctx, askedOrganization(ctx, query).org_id, how)
  const named = query.org_id === undefined ? null : ctx.caller.memberOf(query.org_id).org_id
  const reach = await reachOfProject(ctx, query.project_id, how)
  if (named !== null && named !== reach.org_id) throw notFound()
  return reach
}

export const listTasks = operation({
  id: 'tasks.list',
  method: 'GET',
  path: '/v1/tasks',
  summary: 'List and search tasks',
  description:
    'Tasks of an organization that you can read. Values of one `filter[…]` are OR-ed (comma-separated or repeated), ' +
    'different filters are AND-ed. `filter[search]` finds any literal text.',
  scope: 'tasks:read',
  query,
  list: taskSorts,
  filters: taskFilters,
  problems: { 404: 'the project is missing, or not for you to see' },
  reply: { status: 200, schema: taskPage },
  example: { query: { 'filter[status]': 'in_progress,blocked', sort_by: 'due_date' } },
  access: reachAsked,
  handle: ({ ctx, target, ...asked }) => answerTasks(ctx, target, asked),
})

export const listIntake = operation({
  id: 'teams.list_tasks',
  method: 'GET',
  path: '/v1/teams/{team_id}/intake',
  summary: "List a team's intake",
  description: 'The tasks of the team that lie in no project yet, as far as you can read them.',
  scope: 'teams:read',
  params: object({ team_id: text() }),
  query: object({
    include_inaccessible: optional(
      bool({ description: 'Keep restricted tasks as blank rows with `has_access` false.' }),
    ),
    section_scope: optional(
      text({
        description: 'Fills `section_id` and `section_position`: `user:me`, `project:<id>`, `team:<id>`.',
        onEmpty: 'judged',
      }),
    ),
  }),
  list: taskSorts,
  reply: { status: 200, schema: taskPage },
  async access({ ctx, params, query }) {
    const scope = readSectionScope(query.section_scope, namedScopes)
    return { reach: await reachOfTeam(ctx, params.team_id), scope }
  },
  async handle({ ctx, target: { reach, scope }, params, query, list }) {
    const intake = [sql`t.team_id = ${params.team_id}`, sql`t.project_id is null`]
    const keep = query.include_inaccessible === true
    return cardsAnswer(ctx, { list, reach, conditions: intake, keepRestricted: keep, scope })
  },
})
