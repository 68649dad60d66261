import type { EventWords } from '../../kernel/events.ts'
import { invalid } from '../../kernel/problem.ts'
import { catalogueOf } from '../events/catalogue.ts'
import type { WebhookRow } from './rows.ts'
import type { WebhookUpdate } from './schemas.ts'

/** 422 that names what is no event type and no wildcard of the catalogue. */
export function requireKnown(declared: EventWords, patterns: readonly string[]): void {
  const known = new Set(catalogueOf(declared).map(({ type }) => type))
  const unknown = patterns.findIndex((pattern) => !known.has(pattern))
  if (unknown >= 0)
    throw invalid(
      ['body', 'events', unknown],
      `There is no event type "${patterns[unknown]}": GET /v1/webhooks/events lists them all.`,
      'unknown_event',
    )
}

/** What a PATCH can set. */
export type Settable = Pick<
  WebhookRow,
  'name' | 'url' | 'events' | 'project_ids' | 'status' | 'disabled_reason'
>

/** The webhook as the body wants it. An empty list or `null` for projects means all; elsewhere `null` changes nothing. */
export function applyUpdate(stored: WebhookRow, body: WebhookUpdate): Settable {
  const { name, url, events, project_ids, status } = body
  return {
    name: name ?? stored.name,
    url: url ?? stored.url,
    events: events ? [...new Set(events)] : stored.events,
    project_ids: project_ids === undefined ? stored.project_ids : projectsOf(project_ids),
    status: status ?? stored.status,
    disabled_reason: status ? null : stored.disabled_reason,
  }
}

/** The projects a webhook is limited to; none given means the whole organization. */
export const projectsOf = (ids: string[] | null | undefined): string[] | null =>
  ids?.length ? [...new Set(ids)] : null

/**
 * Who owns the webhook after a change, and so whose knowledge its payloads hold. Whoever sends its events elsewhere, or
 * resumes it, becomes the owner, unless they are the owner or, as an admin, know no less than the owner does.
 */
export function ownerAfter(
  stored: WebhookRow,
  wanted: Settable,
  changer: { user_id: string; admin: boolean },
): string {
  const resumed = wanted.status === 'active' && stored.status !== 'active'
  const directed = wanted.url !== stored.url || resumed || asksOtherwise(stored, wanted)
  const trusted = stored.owner_stands && (changer.admin || changer.user_id === stored.owner_user_id)
  return directed && !trusted ? changer.user_id : stored.owner_user_id
}

const asksOtherwise = (stored: WebhookRow, wanted: Settable): boolean =>
  JSON.stringify([stored.events, stored.project_ids]) !== JSON.stringify([wanted.events, wanted.project_ids])

/** A URL without its path, which often holds a secret: for events, and for those who can't change the webhook. */
export const maskUrl = (url: string): string => `${new URL(url).origin}/…`
