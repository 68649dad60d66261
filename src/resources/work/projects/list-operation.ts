import type { OperationResult } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { respondWithPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import { nameParams } from '../../../http/pagination/name-filter.ts'
import * as s from '../../../core/schema.ts'
import { loadOrgVisibility, type OrgVisibility } from './policy.ts'
import { selectProjectPage, projectSorts } from './queries/list.ts'
import { presentProjectSummary } from './presenter.ts'
import { projectSummarySchema } from './schema.ts'

const baseQuery = { show_all: s.optional(s.bool('Include archived projects.')) }
const query = s.object(baseQuery)
const fullQuery = s.object({
  ...baseQuery,
  ...nameParams,
  ids: s.optional(
    s.array(s.text(), {
      maxItems: 200,
      description: 'Only projects with these IDs, at most 200; IDs of projects that you cannot read are omitted.',
    }),
  ),
})

async function respondWithProjects(
  ctx: Context,
  visibility: OrgVisibility,
  { query: filter, list }: { query: s.Static<typeof fullQuery>; list: PageRequest },
): Promise<OperationResult> {
  const found = await selectProjectPage(ctx, list, visibility, filter)
  return respondWithPage(ctx, list, found, (card) =>
    presentProjectSummary(card, card.list_position, card.team, card.counts),
  )
}

/** The project list as a saved view queries it. */
export const projectListQuery = { query, filters: {}, list: projectSorts, answer: respondWithProjects }

export const listProjectsOperation = defineOperation({
  id: 'projects.list',
  method: 'GET',
  path: '/v1/projects/{org_or_project_id}',
  summary: 'List projects',
  description:
    'Returns the projects of an organization that you can read, ordered by `position`. Archived projects are included ' +
    'only with `show_all`. The ID in the path is that of the organization. Task counts include only tasks that you can read.',
  scope: 'projects:read',
  params: {
    org_or_project_id: 'ID of the organization. On PATCH, PUT and DELETE, this path parameter is the ID of a project.',
  },
  query: fullQuery,
  reply: { status: 200, schema: s.pageSchema(projectSummarySchema) },
  list: projectSorts,
  authorize: ({ ctx, params }) => loadOrgVisibility(ctx, ctx.caller.requireMembership(params.org_or_project_id).org_id),
  handle: ({ ctx, target, ...request }) => respondWithProjects(ctx, target, request),
})
