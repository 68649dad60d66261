import { respond, respondWithSecret } from '../../../http/result.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import type { Context } from '../../../core/context.ts'
import { createSubject, findChangedAttributes } from '../../../core/change-event.ts'
import { findReadableProjectIds } from '../tokens/queries.ts'
import { canSeeWebhookUrl } from './policy.ts'
import type { WebhookWithSecret, WebhookRow } from './queries.ts'
import { maskWebhookUrl, type WebhookFields } from './rules.ts'
import { webhookSchema } from './schema.ts'

/**
 * Returns a function that presents webhooks of an organization without secrets and hidden projects; the URL has no path
 * unless the caller can change webhooks.
 */
export async function createWebhookPresenter(ctx: Context, rows: readonly WebhookRow[]) {
  const isVisible = await createProjectFilter(ctx, rows)
  return (row: WebhookRow) =>
    pickProperties(webhookSchema, {
      ...row,
      url: canSeeWebhookUrl(ctx) ? row.url : maskWebhookUrl(row.url),
      project_ids: row.project_ids?.filter(isVisible) ?? null,
    })
}

/** Returns a filter of the projects that the caller can read, which for admins are all. */
async function createProjectFilter(ctx: Context, rows: readonly WebhookRow[]): Promise<(id: string) => boolean> {
  const ids = new Set(rows.flatMap(({ project_ids }) => project_ids ?? []))
  const orgId = rows[0]?.org_id
  if (orgId === undefined || ids.size === 0 || ctx.caller.isOrgAdmin(orgId)) return () => true
  const readable = await findReadableProjectIds(ctx, orgId, [...ids])
  return (id) => readable.has(id)
}

/** Returns the projects of an update, without those that only repeat what the caller sees of a longer list. */
export async function omitUnchangedProjects(
  ctx: Context,
  stored: WebhookRow,
  ids: string[] | null | undefined,
): Promise<string[] | null | undefined> {
  if (!ids || !stored.project_ids) return ids
  const visible = stored.project_ids.filter(await createProjectFilter(ctx, [stored]))
  const isRepeated = new Set(ids).size === visible.length && visible.every((id) => ids.includes(id))
  return isRepeated ? undefined : ids
}

const presentWebhook = async (ctx: Context, row: WebhookRow) => (await createWebhookPresenter(ctx, [row]))(row)

export const respondWithWebhook = async (ctx: Context, row: WebhookRow) =>
  respond(await presentWebhook(ctx, row), row.version)

export const respondWithWebhookSecret = async (ctx: Context, { row, secret }: WebhookWithSecret) =>
  respondWithSecret({ ...(await presentWebhook(ctx, row)), secret }, row.version)

export const buildWebhookSubject = createSubject('webhook', 'subscription_id')

const eventFields = ['name', 'url', 'events', 'project_ids', 'status', 'disabled_reason'] as const

export function diffWebhook(before: WebhookFields, after: WebhookFields) {
  const change = findChangedAttributes(before, after, eventFields)
  for (const side of change ? [change.before, change.after] : [])
    if (typeof side.url === 'string') side.url = maskWebhookUrl(side.url)
  return change
}

export const toWebhookEventData = ({ name, url, events, project_ids }: WebhookRow) => ({
  name,
  url: maskWebhookUrl(url),
  events,
  project_ids,
})
