import type { Db, Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { mailbox } from '../../kernel/values/mail-address.ts'
import type { InviteRow } from './queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Mails of one invitation in an hour. */
const MAX_PER_INVITE = 3
/** Mails to one address in a day, from all organizations together. */
const MAX_PER_ADDRESS = 3
/** Mails that an organization may send in a day beyond the first ones, for each person who accepted. */
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
 * Throws 429 when the organization, this address in it, or the invitation was sent as many mails as it may be. The
 * organization's people are locked, so that of several requests at once no more get through.
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
      `An invitation is mailed ${MAX_PER_INVITE} times an hour.`,
      sent.first_of_invite,
      HOUR_MS,
    )
  if (sent.of_address >= MAX_PER_ADDRESS)
    throw refuse(
      ctx,
      `An address is sent ${MAX_PER_ADDRESS} invitations a day.`,
      sent.first_of_address,
      DAY_MS,
    )
  if (sent.of_organization >= most)
    throw refuse(
      ctx,
      `The organization may send ${most} invitations a day.`,
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

interface Counted {
  to_address: number
  first_to_address: string | null
  elsewhere: number
  first_elsewhere: string | null
}

/** A mail of an invitation that is about to go out. */
interface Outgoing {
  org_id: string
  invite_id: string
  email_key: string
  invited_by: string
}

/**
 * Counts a mail, or returns when it may go out: after `MAX_PER_ADDRESS` to its address, or `perDay` (0: any number) that the
 * inviter had sent for other organizations. What others sent decides here and not where the invitation is created, since
 * its organization may not learn of them.
 */
export async function countMail(
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
  const dayAfter = (time: string | null) => new Date(Date.parse(time!) + DAY_MS).toISOString()
  if (sent!.to_address >= MAX_PER_ADDRESS) return dayAfter(sent!.first_to_address)
  if (perDay > 0 && sent!.elsewhere >= perDay) return dayAfter(sent!.first_elsewhere)
  await trx.query(sql`
    update organization_invites set recent_mails =
      array(select t.at from unnest(recent_mails) as t(at) where t.at > ${day}) || ${now}::timestamptz
    where org_id = ${org_id} and invite_id = ${invite_id}`)
  return null
}

/** Tells whether the owner of an address wants no mail of invitations. */
export async function isStopped(db: Db, emailKey: string): Promise<boolean> {
  return (await db.query(sql`select 1 from invitation_stops where email_key = ${emailKey}`)).length > 0
}
