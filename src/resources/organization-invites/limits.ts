import type { Db, Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { mailbox } from '../../kernel/values/mail-address.ts'
import type { InviteRow } from './queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Maximum emails of one invitation per hour. */
const MAX_PER_INVITE = 3
/** Maximum emails to one address per day, from all organizations. */
const MAX_PER_ADDRESS = 3
/** Further emails that an organization may send per day for each accepted invitation. */
const MORE_PER_ACCEPTED = 10

interface Sent {
  of_organization: number
  of_address: number
  of_invite: number
  first_of_organization: string | null
  first_of_address: string | null
  first_of_invite: string | null
  accepted: number
}

/**
 * Throws 429 if the organization, this address in it, or the invitation has reached its limit. The organization's members
 * are locked, so that concurrent requests cannot exceed it.
 */
export async function requireMailAllowed(
  ctx: Context,
  { org_id, email, invite_id = '' }: Pick<InviteRow, 'org_id' | 'email'> & { invite_id?: string },
): Promise<void> {
  const perDay = ctx.services.config.invitesPerDay
  if (perDay === 0) return
  const sent = await countSent(ctx, org_id, mailbox(email)!, invite_id)
  const most = perDay + MORE_PER_ACCEPTED * sent.accepted
  if (sent.of_invite >= MAX_PER_INVITE)
    throw refuse(
      ctx,
      `An invitation can be emailed ${MAX_PER_INVITE} times per hour.`,
      sent.first_of_invite,
      HOUR_MS,
    )
  if (sent.of_address >= MAX_PER_ADDRESS)
    throw refuse(
      ctx,
      `An address can be sent ${MAX_PER_ADDRESS} invitations per day.`,
      sent.first_of_address,
      DAY_MS,
    )
  if (sent.of_organization >= most)
    throw refuse(
      ctx,
      `The organization can send ${most} invitations per day.`,
      sent.first_of_organization,
      DAY_MS,
    )
}

function refuse(ctx: Context, rule: string, first: string | null, spanMillis: number): Problem {
  const left = Date.parse(first ?? ctx.wallTime) + spanMillis - ctx.wallMillis
  const seconds = Math.max(1, Math.ceil(left / 1000))
  return new Problem(429, `${rule} Wait ${seconds} seconds.`, { headers: { 'retry-after': String(seconds) } })
}

async function countSent(ctx: Context, orgId: string, address: string, inviteId: string): Promise<Sent> {
  const [day, hour] = [DAY_MS, HOUR_MS].map((span) => new Date(ctx.wallMillis - span).toISOString())
  const ofAddress = sql`where i.email_key = ${address}`
  const ofInvite = sql`where i.invite_id = ${inviteId} and t.at > ${hour}`
  const [sent] = await ctx.db.query(sql<Sent>`
    select count(t.at)::integer as of_organization, min(t.at) as first_of_organization,
      count(t.at) filter (${ofAddress})::integer as of_address, min(t.at) filter (${ofAddress}) as first_of_address,
      count(t.at) filter (${ofInvite})::integer as of_invite, min(t.at) filter (${ofInvite}) as first_of_invite,
      (select count(distinct a.accepted_by)::integer from organization_invites a
        where a.org_id = ${orgId} and a.status = 'accepted') as accepted
    from organization_invites i cross join unnest(i.recent_sends) as t(at)
    where i.org_id = ${orgId} and i.sent_at > ${day} and t.at > ${day}`)
  return sent!
}

/** Invitation email that is about to be sent. */
interface Outgoing {
  org_id: string
  invite_id: string
  email_key: string
}

/**
 * Counts an email to an address, or returns when the next may be sent. Emails of other organizations count only here, since
 * a refused invitation would reveal them.
 */
export async function countMail(trx: Transaction, mail: Outgoing, millis: number): Promise<string | null> {
  const { org_id, invite_id, email_key } = mail
  const [now, day] = [millis, millis - DAY_MS].map((at) => new Date(at).toISOString())
  await trx.query(sql`select pg_advisory_xact_lock(hashtextextended('invitation ' || ${email_key}::text, 0))`)
  const [sent] = await trx.query(sql<{ count: number; first: string | null }>`
    select count(t.at)::integer as count, min(t.at) as first
    from organization_invites i cross join unnest(i.recent_mails) as t(at)
    where i.email_key = ${email_key} and t.at > ${day}`)
  if (sent!.count >= MAX_PER_ADDRESS) return new Date(Date.parse(sent!.first!) + DAY_MS).toISOString()
  await trx.query(sql`
    update organization_invites set recent_mails =
      array(select t.at from unnest(recent_mails) as t(at) where t.at > ${day}) || ${now}::timestamptz
    where org_id = ${org_id} and invite_id = ${invite_id}`)
  return null
}

/** Returns whether an address has unsubscribed from invitations. */
export async function isStopped(db: Db, emailKey: string): Promise<boolean> {
  return (await db.query(sql`select 1 from invitation_stops where email_key = ${emailKey}`)).length > 0
}
