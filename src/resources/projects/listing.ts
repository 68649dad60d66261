import type { Answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { pageAnswer, type ListQuery } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { nameQuery } from '../../kernel/lists/named.ts'
import { bool, list, object, optional, pageOf, text, type Static } from '../../kernel/schema.ts'
import { reachOf, type Reach } from './access.ts'
import { listProjectCards, projectSorts } from './cards.ts'
import { presentCard } from './present.ts'
import { projectCard } from './schemas.ts'

const baseQuery = { show_all: optional(bool({ description: 'Include archived projects.' })) }
const query = object(baseQuery)
const fullQuery = object({
  ...baseQuery,
  ...nameQuery,
  ids: optional(
    list(text(), {
      maxItems: 200,
      description:
        'Only projects with these IDs, at most 200; IDs of projects that you cannot read are omitted.',
    }),
  ),
})

async function respondWithProjects(
  ctx: Context,
  visibility: Reach,
  { query: filter, list }: { query: Static<typeof fullQuery>; list: ListQuery },
): Promise<Answer> {
  const found = await listProjectCards(ctx, list, visibility, filter)
  return pageAnswer(ctx, list, found, (cards) =>
    cards.map((card) => presentCard(card, card.list_position, card.team, card.counts)),
  )
}

/** The project list as a saved view queries it. */
export const projectListing = { query, filters: {}, list: projectSorts, answer: respondWithProjects }

export const listProjects = operation({
  id: 'projects.list',
  method: 'GET',
  path: '/v1/projects/{org_or_project_id}',
  summary: 'List projects',
  description:
    'Returns the projects of an organization that you can read, ordered by `position`. Archived projects are included ' +
    'only with `show_all`. The ID in the path is that of the organization. Task counts include only tasks that you can read.',
  scope: 'projects:read',
  params: object({
    org_or_project_id: text({
      description:
        'ID of the organization. On PATCH, PUT and DELETE, this path parameter is the ID of a project.',
    }),
  }),
  query: fullQuery,
  reply: { status: 200, schema: pageOf(projectCard) },
  list: projectSorts,
  access: ({ ctx, params }) => reachOf(ctx, ctx.caller.memberOf(params.org_or_project_id).org_id),
  handle: ({ ctx, target, ...request }) => respondWithProjects(ctx, target, request),
})
