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

const shown = { show_all: optional(bool({ description: 'Archived projects too.' })) }
const query = object(shown)
const narrowed = object({
  ...shown,
  ...nameQuery,
  ids: optional(
    list(text(), {
      maxItems: 200,
      description: 'At most 200 project ids; those that you cannot read are omitted.',
    }),
  ),
})

/** A page of the projects within a reach that a query asks for. */
async function answerProjects(
  ctx: Context,
  reach: Reach,
  { query: asked, list }: { query: Static<typeof narrowed>; list: ListQuery },
): Promise<Answer> {
  const found = await listProjectCards(ctx, list, reach, asked)
  return pageAnswer(ctx, list, found, (cards) =>
    cards.map((card) => presentCard(card, card.place, card.team, card.counts)),
  )
}

/** The project list as others may ask it: what its query takes, and its answer within a reach. */
export const projectListing = { query, filters: {}, list: projectSorts, answer: answerProjects }

export const listProjects = operation({
  id: 'projects.list',
  method: 'GET',
  path: '/v1/projects/{org_or_project_id}',
  summary: "List an organization's projects",
  description:
    'The projects you can read, in their order; archived ones only with `show_all`. The id in the path is the ' +
    "organization's. Counts cover the tasks you can read.",
  scope: 'projects:read',
  params: object({
    org_or_project_id: text({
      description:
        'Here the organization. The same place in the path holds a project id on PATCH, PUT and DELETE.',
    }),
  }),
  query: narrowed,
  reply: { status: 200, schema: pageOf(projectCard) },
  list: projectSorts,
  access: ({ ctx, params }) => reachOf(ctx, ctx.caller.memberOf(params.org_or_project_id).org_id),
  handle: ({ ctx, target, ...asked }) => answerProjects(ctx, target, asked),
})
