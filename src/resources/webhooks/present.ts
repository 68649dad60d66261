import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { mayChange } from './access.ts'
import type { Revealed } from './queries.ts'
import type { WebhookRow } from './rows.ts'
import { maskUrl, type Settable } from './rules.ts'
import { webhookOut } from './schemas.ts'

const names = Object.keys(webhookOut.properties)

/** A webhook as the caller sees it, which is never its secret. */
export function presentWebhook(ctx: Context, row: WebhookRow): Record<string, unknown> {
  const known: Record<string, unknown> = { ...row, url: mayChange(ctx) ? row.url : maskUrl(row.url) }
  return Object.fromEntries(names.map((name) => [name, known[name]]))
}

/** The answer that is a webhook's record. */
export const shown = (ctx: Context, row: WebhookRow) => answer(presentWebhook(ctx, row), row.version)

/** The answer that holds the secret; it is stored sealed where an Idempotency-Key has it stored. */
export const shownOnce = (ctx: Context, { row, secret }: Revealed) => ({
  body: { ...presentWebhook(ctx, row), secret },
  version: row.version,
  secret: true,
})

/** What an event of a webhook is about. */
export const subject = ({ org_id, subscription_id }: Pick<WebhookRow, 'org_id' | 'subscription_id'>) => ({
  org_id,
  resource_type: 'webhook',
  resource_id: subscription_id,
})

const told = ['name', 'url', 'events', 'project_ids', 'status', 'disabled_reason'] as const

/** The attributes that differ, for an event. Of a URL only the origin is told. */
export function toldChange(before: Settable, after: Settable) {
  const change = changedAttributes(before, after, told)
  for (const side of change ? [change.before, change.after] : [])
    if (typeof side.url === 'string') side.url = maskUrl(side.url)
  return change
}

/** What a new webhook says. */
export const toldOf = ({ name, url, events, project_ids }: WebhookRow) => ({
  name,
  url: maskUrl(url),
  events,
  project_ids,
})
