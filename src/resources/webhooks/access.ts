import { orgIdOf } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, invalid, notFound, Problem, unknownReference } from '../../kernel/problem.ts'
import { findReadableProjects } from '../tokens/queries.ts'
import { senderOf } from './delivery/sender.ts'
import { countWebhooks, findWebhook } from './queries.ts'
import type { WebhookRow } from './rows.ts'
import type { WebhookCreate } from './schemas.ts'

const mayHave = (ctx: Context, orgId: string): boolean =>
  ctx.user.kind === 'service_account' || ctx.caller.isOrgAdmin(orgId)

/** The organization whose webhooks are meant: for its owners and admins and its service accounts. */
function webhookOrganization(ctx: Context, named: string | null | undefined, where: 'body' | 'query') {
  const { org_id } = ctx.caller.memberOf(orgIdOf(ctx, named, where))
  if (!mayHave(ctx, org_id))
    throw forbidden('Only owners and admins of the organization, and service accounts, have webhooks.')
  return { org_id }
}

/** The organization whose webhooks are listed. */
export const listableWebhooks = ({ ctx, query }: { ctx: Context; query: { org_id?: string } }) =>
  webhookOrganization(ctx, query.org_id, 'query')

/** The organization a webhook is made in. */
export function creatableWebhook({ ctx, body }: { ctx: Context; body: WebhookCreate }) {
  const target = webhookOrganization(ctx, body.org_id, 'body')
  requireWithinLimit(ctx, body.project_ids)
  return target
}

/** 403 for a token limited to projects that asks for the events of the whole organization. */
function requireWithinLimit(ctx: Context, projectIds: string[] | null | undefined): void {
  if (ctx.caller.projectLimit && !projectIds?.length)
    throw forbidden('With a token limited to projects, name in `project_ids` which of them this is for.')
}

/** 422 for a change that would give a token limited to projects the events of the whole organization. */
export function requireNotWidened(ctx: Context, projectIds: string[] | null | undefined): void {
  if (ctx.caller.projectLimit && projectIds !== undefined && !projectIds?.length)
    throw invalid(['body', 'project_ids'], 'A token limited to projects may not widen this to all of them.')
}

/**
 * The webhook, which a write locks; 404 when the caller does not see it. A token limited to projects sees only the
 * webhooks of these.
 */
export async function reachableWebhook({
  ctx,
  params,
}: {
  ctx: Context
  params: { subscription_id: string }
}): Promise<WebhookRow> {
  const row = await findWebhook(ctx, params.subscription_id)
  if (!row || !mayHave(ctx, row.org_id) || !isWithinLimit(ctx, row)) throw notFound()
  return row
}

function isWithinLimit(ctx: Context, { project_ids }: WebhookRow): boolean {
  const limit = ctx.caller.projectLimit
  return !limit || (project_ids !== null && project_ids.every((id) => limit.includes(id)))
}

/** Whether the caller may change webhooks. To any other their URLs are shown without the path. */
export const mayChange = (ctx: Context): boolean =>
  ctx.caller.holds('webhooks:write') && ctx.caller.token?.kind !== 'test'

/** 422 `url-refused` for a URL that nothing is sent to. Asks name servers, so never inside a transaction. */
export async function requireAllowedUrl(ctx: Context, url: string): Promise<void> {
  const reason = await senderOf(ctx.services).refusal(url)
  if (reason === null) return
  const msg = `Nothing is sent to this URL (${reason}).`
  throw new Problem(422, msg, {
    type: 'urn:svc:problem:url-refused',
    title: 'URL refused',
    errors: [{ loc: ['body', 'url'], msg, type: 'url_refused', reason }],
  })
}

/** 422 for a project that is missing, or that the caller can't read. */
export async function requireReadableProjects(
  ctx: Context,
  orgId: string,
  projectIds: string[] | null | undefined,
): Promise<void> {
  if (!projectIds?.length) return
  const limit = ctx.caller.projectLimit
  const readable = await findReadableProjects(ctx, orgId, projectIds)
  const unknown = projectIds.findIndex((id) => !readable.has(id) || (limit && !limit.includes(id)))
  if (unknown >= 0) throw unknownReference(['body', 'project_ids', unknown], 'project')
}

/** Maximum number of webhooks of an organization, since each change is matched against all of them. */
const MAX_WEBHOOKS = 200

/** Throws 422 if the organization has reached its maximum number of webhooks. */
export async function requireWebhookRoom(ctx: Context, orgId: string): Promise<void> {
  if ((await countWebhooks(ctx, orgId)) < MAX_WEBHOOKS) return
  const msg = `An organization can have at most ${MAX_WEBHOOKS} webhooks: delete one, or add events to an existing one.`
  throw invalid(['body'], msg, 'too_many')
}
