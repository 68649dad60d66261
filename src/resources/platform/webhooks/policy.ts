import { resolveOrgId } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { forbidden, invalid, notFound, Problem, unknownReference } from '../../../core/errors.ts'
import { findReadableProjectIds } from '../tokens/queries.ts'
import { getWebhookSender } from './sender/sender.ts'
import { countWebhooks, findWebhook, type WebhookRow } from './queries.ts'
import type { WebhookCreate } from './schema.ts'

const isEligibleOwner = (ctx: Context, orgId: string): boolean =>
  ctx.user.kind === 'service_account' || ctx.caller.isOrgAdmin(orgId)

function requireWebhookOrg(ctx: Context, orgId: string | null | undefined, source: 'body' | 'query') {
  const { org_id } = ctx.caller.requireMembership(resolveOrgId(ctx, orgId, source))
  if (!isEligibleOwner(ctx, org_id))
    throw forbidden('Requires an organization owner, an organization admin or a service account.')
  return { org_id }
}

export const requireOrgForWebhookList = ({ ctx, query }: { ctx: Context; query: { org_id?: string } }) =>
  requireWebhookOrg(ctx, query.org_id, 'query')

export function requireOrgForWebhookCreate({ ctx, body }: { ctx: Context; body: WebhookCreate }) {
  const target = requireWebhookOrg(ctx, body.org_id, 'body')
  requireLimitedProjects(ctx, body.project_ids)
  return target
}

function requireLimitedProjects(ctx: Context, projectIds: string[] | null | undefined): void {
  if (ctx.caller.allowedProjectIds && !projectIds?.length)
    throw forbidden('This token is limited to projects. Set `project_ids` to some of them.')
}

/** Throws 422 if a project-scoped token changes a webhook to the events of the whole organization. */
export function rejectWiderProjects(ctx: Context, projectIds: string[] | null | undefined): void {
  if (ctx.caller.allowedProjectIds && projectIds !== undefined && !projectIds?.length)
    throw invalid(['body', 'project_ids'], 'This token is limited to projects. Set `project_ids` to some of them.')
}

/**
 * Returns the webhook, locked on writes. Throws 404 if the caller cannot manage it; project-scoped tokens see only
 * webhooks limited to their projects.
 */
export async function loadReadableWebhook({
  ctx,
  params,
}: {
  ctx: Context
  params: { subscription_id: string }
}): Promise<WebhookRow> {
  const row = await findWebhook(ctx, params.subscription_id)
  if (!row || !isEligibleOwner(ctx, row.org_id) || !isInTokenProjects(ctx, row)) throw notFound()
  return row
}

function isInTokenProjects(ctx: Context, { project_ids }: WebhookRow): boolean {
  const limit = ctx.caller.allowedProjectIds
  return !limit || (project_ids !== null && project_ids.every((id) => limit.includes(id)))
}

/** Returns whether the caller can change webhooks. Other callers see webhook URLs without the path. */
export const canSeeWebhookUrl = (ctx: Context): boolean =>
  ctx.caller.hasScope('webhooks:write') && ctx.caller.token?.kind !== 'test'

/** Throws 422 `url-refused` for a URL outside the SSRF policy. Resolves DNS, so never call it in a transaction. */
export async function requireAllowedWebhookUrl(ctx: Context, url: string): Promise<void> {
  const reason = await getWebhookSender(ctx.services).findRefusalReason(url)
  if (reason === null) return
  const msg = `Webhooks cannot be sent to this URL (${reason.replaceAll('_', ' ')}). Use a public https URL.`
  throw new Problem(422, msg, {
    type: 'urn:svc:problem:url-refused',
    title: 'URL refused',
    errors: [{ loc: ['body', 'url'], msg, type: 'url_refused', reason }],
  })
}

export async function requireReadableProjects(ctx: Context, orgId: string, projectIds: string[] | null | undefined) {
  if (!projectIds?.length) return
  const limit = ctx.caller.allowedProjectIds
  const readable = await findReadableProjectIds(ctx, orgId, projectIds)
  const unknown = projectIds.findIndex((id) => !readable.has(id) || (limit && !limit.includes(id)))
  if (unknown >= 0) throw unknownReference(['body', 'project_ids', unknown], 'project')
}

/** Maximum number of webhooks of an organization, since every event is matched against all of them. */
const MAX_WEBHOOKS = 200

export async function requireWebhookCapacity(ctx: Context, orgId: string): Promise<void> {
  if ((await countWebhooks(ctx, orgId)) < MAX_WEBHOOKS) return
  const msg = `An organization can have at most ${MAX_WEBHOOKS} webhooks: delete one, or add events to an existing one.`
  throw invalid(['body'], msg, 'too_many')
}
