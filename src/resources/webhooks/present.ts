import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { mayChange } from './access.ts'
import type { Revealed, WebhookRow } from './queries.ts'
import { maskUrl, type Settable } from './rules.ts'
import { webhookOut } from './schemas.ts'

const propertyNames = Object.keys(webhookOut.properties)

/** Returns the webhook without its secret; the URL has no path unless the caller can change webhooks. */
export function presentWebhook(ctx: Context, row: WebhookRow): Record<string, unknown> {
  const values: Record<string, unknown> = { ...row, url: mayChange(ctx) ? row.url : maskUrl(row.url) }
  return Object.fromEntries(propertyNames.map((name) => [name, values[name]]))
}

export const shown = (ctx: Context, row: WebhookRow) => answer(presentWebhook(ctx, row), row.version)

/** Returns the response with the secret, which is stored encrypted for an Idempotency-Key. */
export const shownOnce = (ctx: Context, { row, secret }: Revealed) => ({
  body: { ...presentWebhook(ctx, row), secret },
  version: row.version,
  secret: true,
})

export const subject = ({ org_id, subscription_id }: Pick<WebhookRow, 'org_id' | 'subscription_id'>) => ({
  org_id,
  resource_type: 'webhook',
  resource_id: subscription_id,
})

const eventFields = ['name', 'url', 'events', 'project_ids', 'status', 'disabled_reason'] as const

/** Returns the changed fields for an event, or null. URLs are masked. */
export function toldChange(before: Settable, after: Settable) {
  const change = changedAttributes(before, after, eventFields)
  for (const side of change ? [change.before, change.after] : [])
    if (typeof side.url === 'string') side.url = maskUrl(side.url)
  return change
}

export const toldOf = ({ name, url, events, project_ids }: WebhookRow) => ({
  name,
  url: maskUrl(url),
  events,
  project_ids,
})
