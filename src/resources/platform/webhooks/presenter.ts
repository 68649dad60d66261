import { respond, respondWithSecret } from '../../../http/result.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import type { Context } from '../../../core/context.ts'
import { createSubject, findChangedAttributes } from '../../../core/change-event.ts'
import { canChangeWebhooks } from './policy.ts'
import type { WebhookWithSecret, WebhookRow } from './queries.ts'
import { maskWebhookUrl, type WebhookFields } from './rules.ts'
import { webhookSchema } from './schema.ts'

/** Returns the webhook without its secret; the URL has no path unless the caller can change webhooks. */
export const presentWebhook = (ctx: Context, row: WebhookRow) =>
  pickProperties(webhookSchema, { ...row, url: canChangeWebhooks(ctx) ? row.url : maskWebhookUrl(row.url) })

export const respondWithWebhook = (ctx: Context, row: WebhookRow) => respond(presentWebhook(ctx, row), row.version)

export const respondWithWebhookSecret = (ctx: Context, { row, secret }: WebhookWithSecret) =>
  respondWithSecret({ ...presentWebhook(ctx, row), secret }, row.version)

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
