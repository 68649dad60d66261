import { sql, type Sql, buildAssignments } from '../../../db/sql.ts'
import type { CallerPrincipal } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { buildRotationTimes } from '../../../core/secret-rotation.ts'
import { toSortKey } from '../../../core/text.ts'
import type { webhookSchema, DisabledReason } from './schema.ts'
import {
  encryptWebhookSecret,
  findWebhookSecret,
  generateWebhookSecret,
  toWebhookSecretPrefix,
  type EncryptedSecrets,
} from './secrets.ts'
import type { Static } from '../../../core/schema.ts'

export interface WebhookRow extends Static<typeof webhookSchema> {
  disabled_reason: DisabledReason | null
  last_delivery_status: 'succeeded' | 'failed' | null
  owner_user_id: string
  owner_is_eligible: boolean
  owner_kind: CallerPrincipal['kind']
  created_at: string
  updated_at: string
}

/** Condition that member `m` may have webhooks: organization owners and admins, and service accounts. */
export const isOwnerEligible = sql`
  (m.is_active and m.deleted_at is null and (m.role in ('owner', 'admin') or m.kind = 'service_account'))`

const webhookColumns = sql`
  s.org_id, s.subscription_id, s.name, s.url, s.api_version, s.events, s.project_ids, s.status, s.disabled_reason,
  s.owner_user_id, ${isOwnerEligible} as owner_is_eligible, m.kind as owner_kind, s.secret_prefix, s.key_version, s.secret_rotated_at,
  s.previous_secret_expires_at, s.consecutive_failures, s.last_delivery_status, s.last_delivery_at, s.last_success_at,
  s.version, s.created_by, s.created_at, s.updated_at`

const joinWebhookOwner = sql`join organization_members m on m.org_id = s.org_id and m.user_id = s.owner_user_id`

/**
 * Assignments that reset the delivery health, so that the endpoint starts with one delivery at a time. The backoff
 * ends at `rests_until`, and the lease of a failing endpoint, which receives one delivery at a time, at `probed_until`.
 */
export const resetFailureColumns = sql`consecutive_failures = 0, failing_since = null, failure_run = failure_run + 1,
  successes = 0, rests_until = null, probed_until = null`

/** Finds a webhook in the organizations of the caller, locked on writes. Does not check access. */
export async function findWebhook(ctx: Context, subscriptionId: string): Promise<WebhookRow | undefined> {
  const lock = ctx.inTransaction ? sql`for no key update of s` : sql``
  return ctx.db.queryRowByKey(sql<WebhookRow>`
    select ${webhookColumns} from webhook_subscriptions s ${joinWebhookOwner}
    where ${sql.orgIn('s.org_id', ctx.caller.orgIds)} and s.subscription_id = ${subscriptionId} and s.deleted_at is null
      ${lock}`)
}

export function listWebhooks(
  ctx: Context,
  orgId: string,
  limit: string[] | null,
  page: PageRequest,
): Promise<WebhookRow[]> {
  const within = limit === null ? sql`true` : sql`s.project_ids <@ ${limit}::text[]`
  return selectPage<WebhookRow>(
    ctx,
    page,
    ({ where, order, limit: rowLimit, columns }) => sql<WebhookRow>`
      select ${webhookColumns}, ${columns} from webhook_subscriptions s ${joinWebhookOwner}
      where s.org_id = ${orgId} and s.deleted_at is null and ${within} and ${where} ${order} ${rowLimit}`,
  )
}

export interface WebhookWithSecret {
  row: WebhookRow
  secret: string
}

export async function insertWebhook(
  ctx: Context,
  fields: Pick<WebhookRow, 'org_id' | 'name' | 'url' | 'api_version' | 'events' | 'project_ids'>,
): Promise<WebhookWithSecret> {
  const { keyring } = ctx.services
  const { org_id, name, url, api_version, events, project_ids } = fields
  const subscription_id = ctx.newId('WH')
  const secret = generateWebhookSecret()
  const encryptedSecret = encryptWebhookSecret(keyring, { org_id, subscription_id }, secret)
  const { user_id, username } = ctx.user
  const [row] = await ctx.db.query(sql<WebhookRow>`
    with s as (
      insert into webhook_subscriptions (org_id, subscription_id, name, name_key, url, api_version, events,
        project_ids, owner_user_id, secret, secret_prefix, key_version, created_by, updated_by, created_at, updated_at)
      values (${org_id}, ${subscription_id}, ${name}, ${toSortKey(name)}, ${url}, ${api_version}, ${events},
        ${project_ids}, ${user_id}, ${encryptedSecret}, ${toWebhookSecretPrefix(secret)}, ${keyring.current}, ${username}, ${username},
        ${ctx.now}, ${ctx.now}) returning *)
    select ${webhookColumns} from s ${joinWebhookOwner}`)
  return { row: row!, secret }
}

type WebhookChange = Partial<
  Pick<WebhookRow, 'name' | 'url' | 'events' | 'project_ids' | 'status' | 'disabled_reason' | 'owner_user_id'>
>

async function update(ctx: Context, target: WebhookRow, set: Sql): Promise<WebhookRow> {
  const statement = sql<WebhookRow>`
    with s as (update webhook_subscriptions set ${set}
      where org_id = ${target.org_id} and subscription_id = ${target.subscription_id} returning *)
    select ${webhookColumns} from s ${joinWebhookOwner}`
  return (await ctx.db.query(statement, { plan: 'custom' }))[0]!
}

const assignChanges = (ctx: Context, set: Record<string, unknown>) =>
  sql`${buildAssignments({ ...set, updated_at: ctx.now, updated_by: ctx.user.username })}, version = version + 1`

export const saveWebhook = (ctx: Context, target: WebhookRow, set: WebhookChange): Promise<WebhookRow> =>
  update(ctx, target, assignChanges(ctx, set.name === undefined ? set : { ...set, name_key: toSortKey(set.name) }))

/** Resets the failures, and with a new URL the results, which say if its endpoint has ever worked. */
export function resetWebhookHealth(ctx: Context, target: WebhookRow, hasNewUrl: boolean): Promise<WebhookRow> {
  const results = hasNewUrl
    ? sql`, last_delivery_status = null, last_delivery_at = null, last_success_at = null`
    : sql``
  return update(ctx, target, sql`${resetFailureColumns}, disabled_at = null, next_probe_at = null${results}`)
}

/** Marks a webhook as deleted. The row remains, since deliveries and events refer to it. */
export const markWebhookDeleted = (ctx: Context, target: WebhookRow): Promise<WebhookRow> =>
  update(ctx, target, assignChanges(ctx, { deleted_at: ctx.now }))

export const findEncryptedSecrets = async (ctx: Context, { org_id, subscription_id }: WebhookRow) =>
  (await ctx.db.queryRow(sql<EncryptedSecrets>`
    select secret, previous_secret, previous_secret_expires_at from webhook_subscriptions
    where org_id = ${org_id} and subscription_id = ${subscription_id}`))!

export async function rotateWebhookSecret(ctx: Context, target: WebhookRow): Promise<WebhookWithSecret> {
  const { keyring } = ctx.services
  const secret = generateWebhookSecret()
  const stored = await findEncryptedSecrets(ctx, target)
  // A previous secret whose key was lost could sign nothing.
  const isReadable = findWebhookSecret(keyring, target, stored.secret) !== undefined
  const set = {
    secret: encryptWebhookSecret(keyring, target, secret),
    secret_prefix: toWebhookSecretPrefix(secret),
    key_version: keyring.current,
    ...buildRotationTimes(ctx),
    ...(isReadable ? { previous_secret: stored.secret } : { previous_secret: null, previous_secret_expires_at: null }),
  }
  const row = await update(ctx, target, assignChanges(ctx, set))
  return { row, secret }
}

/** Counts the webhooks of an organization and locks its row, so that concurrent creates wait. */
export async function countWebhooks(ctx: Context, orgId: string): Promise<number> {
  await ctx.db.query(sql`select 1 from organizations where org_id = ${orgId} for no key update`)
  const [row] = await ctx.db.query(sql<{ count: number }>`
    select count(*)::integer as count from webhook_subscriptions s
    where s.org_id = ${orgId} and s.deleted_at is null`)
  return row!.count
}
