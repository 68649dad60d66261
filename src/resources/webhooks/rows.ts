import { sql } from '../../db/sql.ts'
import type { DisabledReason } from './schemas.ts'

/** A webhook without its secrets. */
export interface WebhookRow {
  org_id: string
  subscription_id: string
  name: string
  url: string
  api_version: string
  events: string[]
  project_ids: string[] | null
  status: 'active' | 'paused' | 'disabled'
  disabled_reason: DisabledReason | null
  owner_user_id: string
  /** The owner is still allowed to have webhooks. */
  owner_is_eligible: boolean
  secret_prefix: string
  key_version: number
  secret_rotated_at: string | null
  previous_secret_expires_at: string | null
  consecutive_failures: number
  last_delivery_status: 'succeeded' | 'failed' | null
  last_delivery_at: string | null
  last_success_at: string | null
  version: number
  created_by: string | null
  created_at: string
  updated_at: string
}

/** Condition that member `m` may have webhooks: organization owners and admins, and service accounts. */
export const mayOwn = sql`
  (m.is_active and m.deleted_at is null and (m.role in ('owner', 'admin') or m.kind = 'service_account'))`

/** Columns of `WebhookRow` from subscriptions `s` joined with `joinWebhookOwner`. */
export const webhookColumns = sql`
  s.org_id, s.subscription_id, s.name, s.url, s.api_version, s.events, s.project_ids, s.status, s.disabled_reason,
  s.owner_user_id, ${mayOwn} as owner_is_eligible, s.secret_prefix, s.key_version, s.secret_rotated_at,
  s.previous_secret_expires_at, s.consecutive_failures, s.last_delivery_status, s.last_delivery_at, s.last_success_at,
  s.version, s.created_by, s.created_at, s.updated_at`

/** Joins the owner `m` to subscriptions `s`. */
export const ownerOf = sql`join organization_members m on m.org_id = s.org_id and m.user_id = s.owner_user_id`

/** Assignments that reset the delivery health, so that the endpoint starts with one delivery at a time. */
export const forgottenFailures = sql`consecutive_failures = 0, failing_since = null, failure_run = failure_run + 1,
  successes = 0, rests_until = null, probed_until = null`
