import type { Db, Transaction } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { Problem } from '../../../core/errors.ts'
import { normalizeEmail } from '../../../core/email-address.ts'
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

/** Throws 429 beyond a limit. The caller has locked the memberships, so that concurrent requests cannot exceed it. */
export async function requireEmailQuota(
  ctx: Context,
  { org_id, email, invite_id = '' }: Pick<InviteRow, 'org_id' | 'email'> & { invite_id?: string },
): Promise<void> {
  const perDay = ctx.services.config.invitesPerDay
  if (perDay === 0) return
  const sent = await countSent(ctx, org_id, normalizeEmail(email)!, invite_id)
  const maxPerDay = perDay + MORE_PER_ACCEPTED * sent.accepted
  if (sent.of_invite >= MAX_PER_INVITE)
    throw tooManyEmails(
      ctx,
      `An invitation can be emailed ${MAX_PER_INVITE} times per hour.`,
      sent.first_of_invite,
      HOUR_MS,
    )
  if (sent.of_address >= MAX_PER_ADDRESS)
    throw tooManyEmails(
      ctx,
      `An address can be sent ${MAX_PER_ADDRESS} invitations per day.`,
      sent.first_of_address,
      DAY_MS,
    )
  if (sent.of_organization >= maxPerDay)
    throw tooManyEmails(
      ctx,
      `The organization can send ${maxPerDay} invitations per day.`,
      sent.first_of_organization,
      DAY_MS,
    )
}

function tooManyEmails(ctx: Context, rule: string, first: string | null, spanMillis: number): Problem {
  const remainingMs = Date.parse(first ?? ctx.wallTime) + spanMillis - ctx.wallMillis
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000))
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

interface Counted {
  to_address: number
  first_to_address: string | null
  elsewhere: number
  first_elsewhere: string | null
}

interface Outgoing {
  org_id: string
  invite_id: string
  email_key: string
  invited_by: string
}

/**
 * Counts an email, or returns when it may be sent: after `MAX_PER_ADDRESS` to its address, or `perDay` (0: unlimited) from
 * its inviter for other organizations. These count only here, since a refused invitation would reveal them.
 */
export async function reserveInvitationEmail(
  trx: Transaction,
  mail: Outgoing,
  millis: number,
  perDay: number,
): Promise<string | null> {
  const { org_id, invite_id, email_key, invited_by } = mail
  const [now, day] = [millis, millis - DAY_MS].map((at) => new Date(at).toISOString())
  for (const locked of [`invitation ${email_key}`, `inviter ${invited_by}`])
    await trx.query(sql`select pg_advisory_xact_lock(hashtextextended(${locked}::text, 0))`)
  const toAddress = sql`where i.email_key = ${email_key}`
  const elsewhere = sql`where i.invited_by = ${invited_by} and i.org_id <> ${org_id}`
  const [sent] = await trx.query(sql<Counted>`
    select count(t.at) filter (${toAddress})::integer as to_address, min(t.at) filter (${toAddress}) as first_to_address,
      count(t.at) filter (${elsewhere})::integer as elsewhere, min(t.at) filter (${elsewhere}) as first_elsewhere
    from organization_invites i cross join unnest(i.recent_mails) as t(at)
    where (i.email_key = ${email_key} or i.invited_by = ${invited_by}) and i.recent_mails <> '{}' and t.at > ${day}`)
  const addDay = (time: string | null) => new Date(Date.parse(time!) + DAY_MS).toISOString()
  if (sent!.to_address >= MAX_PER_ADDRESS) return addDay(sent!.first_to_address)
  if (perDay > 0 && sent!.elsewhere >= perDay) return addDay(sent!.first_elsewhere)
  await trx.query(sql`
    update organization_invites set recent_mails =
      array(select t.at from unnest(recent_mails) as t(at) where t.at > ${day}) || ${now}::timestamptz
    where org_id = ${org_id} and invite_id = ${invite_id}`)
  return null
}

export async function isUnsubscribed(db: Db, emailKey: string): Promise<boolean> {
  return (await db.query(sql`select 1 from invitation_stops where email_key = ${emailKey}`)).length > 0
}
