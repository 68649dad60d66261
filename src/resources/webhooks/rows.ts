import type { DisabledReason } from './schemas.ts'

/** A webhook as the API works on it; its secrets stay in the database. */
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
  /** Whether the owner may still have webhooks. */
  owner_stands: boolean
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

/** Whether the member `m` may have webhooks: owners and admins of the organization, and service accounts. */
export const mayOwn = (m: string) =>
  `(${m}.is_active AND ${m}.deleted_at IS NULL AND (${m}.role IN ('owner', 'admin') OR ${m}.kind = 'service_account'))`

/** Columns of `WebhookRow`, from `webhookFrom`. */
export const webhookColumns = `s.org_id, s.subscription_id, s.name, s.url, s.api_version, s.events, s.project_ids,
  s.status, s.disabled_reason, s.owner_user_id, ${mayOwn('m')} AS owner_stands, s.secret_prefix, s.key_version,
  s.secret_rotated_at, s.previous_secret_expires_at, s.consecutive_failures, s.last_delivery_status,
  s.last_delivery_at, s.last_success_at, s.version, s.created_by, s.created_at, s.updated_at`

/** Subscriptions, or what a write of them returned, with their owners. */
export const webhookFrom = (source = 'webhook_subscriptions') =>
  `${source} s JOIN organization_members m ON m.org_id = s.org_id AND m.user_id = s.owner_user_id`
