import type { EventDescriptions } from '../../../core/change-event.ts'
import { invalid } from '../../../core/errors.ts'
import { buildEventCatalog } from '../events/catalog.ts'
import type { WebhookRow } from './queries.ts'
import type { WebhookUpdate } from './schema.ts'

export function requireKnownEventTypes(declared: EventDescriptions, patterns: readonly string[]): void {
  const known = new Set(buildEventCatalog(declared).map(({ type }) => type))
  const unknown = patterns.findIndex((pattern) => !known.has(pattern))
  if (unknown >= 0)
    throw invalid(
      ['body', 'events', unknown],
      `Unknown event type "${patterns[unknown]}". GET /v1/webhooks/events lists all event types.`,
      'unknown_event',
    )
}

export type WebhookFields = Pick<WebhookRow, 'name' | 'url' | 'events' | 'project_ids' | 'status' | 'disabled_reason'>

/** Returns the fields after an update. `null` or an empty list of projects means all; any other `null` is ignored. */
export function applyWebhookUpdate(stored: WebhookRow, body: WebhookUpdate): WebhookFields {
  const { name, url, events, project_ids, status } = body
  return {
    name: name ?? stored.name,
    url: url ?? stored.url,
    events: events ? [...new Set(events)] : stored.events,
    project_ids: project_ids === undefined ? stored.project_ids : normalizeProjectIds(project_ids),
    status: status ?? stored.status,
    disabled_reason: status ? null : stored.disabled_reason,
  }
}

export const normalizeProjectIds = (ids: string[] | null | undefined): string[] | null =>
  ids?.length ? [...new Set(ids)] : null

/**
 * Returns the owner after an update. An actor who redirects or resumes a webhook becomes its owner, so that payloads
 * never contain more than the actor can read. An eligible owner stays if the actor is the owner, or an admin who only
 * resumes it or changes one of a service account. What was queued is sent without its change, or not at all (see
 * `checkOwnerChanges`).
 */
export function chooseWebhookOwner(
  stored: WebhookRow,
  fields: WebhookFields,
  actor: { user_id: string; admin: boolean },
): string {
  const resumes = fields.status === 'active' && stored.status !== 'active'
  const changesDestination = fields.url !== stored.url || changesSubscription(stored, fields)
  // Admins can read the same, except the personal events of a user.
  const isAdminEnough = actor.admin && (!changesDestination || stored.owner_kind === 'service_account')
  const ownerRemains = stored.owner_is_eligible && (isAdminEnough || actor.user_id === stored.owner_user_id)
  return (changesDestination || resumes) && !ownerRemains ? actor.user_id : stored.owner_user_id
}

const changesSubscription = (stored: WebhookRow, fields: WebhookFields): boolean =>
  JSON.stringify([stored.events, stored.project_ids]) !== JSON.stringify([fields.events, fields.project_ids])

/** Removes the path of a URL, which often contains a secret. */
export const maskWebhookUrl = (url: string): string => `${new URL(url).origin}/…`
