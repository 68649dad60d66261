import type { Db } from '../../../db/database.ts'
import { sql, type Sql, buildAssignments, and, buildUpdatedAt, escapeLike } from '../../../db/sql.ts'
import type { OrgRole } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { listEmailKeys, toEmailLookupKey } from '../../../core/text.ts'
import { normalizeEmail } from '../../../core/email-address.ts'
import { buildDesignationLabel } from '../designations/queries.ts'
import type { InviteStatus } from './schema.ts'

export interface InviteRow {
  org_id: string
  org_name: string
  invite_id: string
  email: string
  role: OrgRole
  designation: string | null
  designation_id: string | null
  /** Stored status: a pending invitation may have expired. */
  status: InviteStatus
  invited_by: string
  sent_at: string
  expires_at: string
  cancel_date: string | null
  accepted_at: string | null
  accepted_by: string | null
  version: number
  created_at: string
  updated_at: string
  updated_by: string | null
  /** Times at which its email was requested, within a day before the latest. */
  recent_sends: string[]
}

const columns = sql`i.org_id, o.name as org_name, i.invite_id, i.email, i.role,
  ${buildDesignationLabel('i')} as designation, i.designation_id, i.status, i.invited_by, i.sent_at, i.expires_at,
  i.cancel_date, i.accepted_at, i.accepted_by, i.version, i.created_at, i.updated_at, i.updated_by,
  i.recent_sends`

const locks = { none: sql``, update: sql`for no key update of i` }

/** Finds an invitation of one of these organizations, or to this email address in any organization. */
export const findInvite = (
  ctx: Context,
  inviteId: string,
  orgIds: string[],
  email: string | null,
  lock: keyof typeof locks = 'none',
) =>
  ctx.db.queryRow(sql<InviteRow>`
    select ${columns} from organization_invites i
      join organizations o on o.org_id = i.org_id and o.deleted_at is null
    where i.invite_id = ${inviteId} and (${sql.orgIn('i.org_id', orgIds)} or i.email_key = ${email}) ${locks[lock]}`)

/** Invitation as the page of its link shows it. */
export type LinkedInvite = Pick<InviteRow, 'org_id' | 'org_name' | 'email' | 'role' | 'invited_by'>

/** Finds the pending invitation of a link. */
export const findLinkedInvite = (db: Db, orgId: string, inviteId: string, millis: number) =>
  db.queryRow(sql<LinkedInvite>`
    select i.org_id, o.name as org_name, i.email, i.role, i.invited_by from organization_invites i
      join organizations o on o.org_id = i.org_id and o.org_id = ${orgId} and o.deleted_at is null
    where i.org_id = ${orgId} and i.invite_id = ${inviteId} and i.status = 'pending'
      and i.expires_at > ${new Date(millis).toISOString()}`)

const isPending = (ctx: Context) => sql`i.status = 'pending' and i.expires_at > ${ctx.wallTime}`

export function listPendingInvites(
  ctx: Context,
  page: PageRequest,
  orgId: string,
  filter: { search?: string | undefined; email?: string | undefined },
): Promise<InviteRow[]> {
  const conditions = [sql`i.org_id = ${orgId}`, isPending(ctx)]
  if (filter.search) {
    const needle = `%${escapeLike(toEmailLookupKey(filter.search))}%`
    // Also searches the address as entered, since the key contains an internationalized domain in its xn-- form.
    conditions.push(sql`(i.email_key like ${needle} or i.email like ${needle})`)
  }
  if (filter.email !== undefined) conditions.push(sql`i.email_key = ${normalizeEmail(filter.email)}`)
  return selectInvites(ctx, page, conditions)
}

/** Returns a page of the pending invitations to an email address. An access token limits it to its organization. */
export function listInvitesByEmail(ctx: Context, page: PageRequest, address: string): Promise<InviteRow[]> {
  const conditions = [sql`i.email_key = ${address}`, isPending(ctx)]
  if (ctx.caller.token) conditions.push(sql`i.org_id = ${ctx.caller.token.org_id}`)
  return selectInvites(ctx, page, conditions)
}

const selectInvites = (ctx: Context, page: PageRequest, conditions: Sql[]) =>
  selectPage<InviteRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<InviteRow>`
      select ${columns}, ${sorts}
      from organization_invites i join organizations o on o.org_id = i.org_id and o.deleted_at is null
      where ${and(conditions)} and ${where} ${order} ${limit}`,
  )

/** Marks expired invitations to an email address as such, so that another can be created. Returns their IDs. */
export async function markInvitesExpired(ctx: Context, orgId: string, address: string): Promise<string[]> {
  const expired = await ctx.db.query(sql<{ invite_id: string }>`
    update organization_invites set status = 'expired', mail_due_at = null, updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')}, version = version + 1
    where org_id = ${orgId} and email_key = ${address} and status = 'pending' and expires_at <= ${ctx.wallTime}
    returning invite_id`)
  return expired.map((row) => row.invite_id)
}

export async function findInviteConflict(
  ctx: Context,
  orgId: string,
  address: string,
  exceptInviteId = '',
): Promise<'invited' | 'member' | 'deactivated' | null> {
  type Row = { invited: boolean; members: { email: string; is_active: boolean }[] | null }
  const [row] = await ctx.db.query(sql<Row>`
    select exists (select from organization_invites where org_id = ${orgId} and email_key = ${address}
        and status = 'pending' and expires_at > ${ctx.wallTime} and invite_id <> ${exceptInviteId}) as invited,
      (select jsonb_agg(jsonb_build_object('email', u.email, 'is_active', m.is_active)) from users u
        join organization_members m on m.user_id = u.user_id and m.org_id = ${orgId} and m.deleted_at is null
        where u.email_key = any(${listEmailKeys(address)}::text[])) as members`)
  if (row!.invited) return 'invited'
  const members = (row!.members ?? []).filter((member) => normalizeEmail(member.email) === address)
  if (members.length === 0) return null
  return members.some((member) => member.is_active) ? 'member' : 'deactivated'
}

export async function insertInvite(
  ctx: Context,
  values: Pick<InviteRow, 'org_id' | 'email' | 'role' | 'designation_id' | 'sent_at' | 'expires_at'>,
): Promise<InviteRow> {
  const { org_id, email, role, designation_id, sent_at, expires_at } = values
  const [row] = await ctx.db.query(sql<InviteRow>`
    with i as (
      insert into organization_invites (org_id, invite_id, email, email_key, role, designation_id, sent_at, mail_due_at,
        recent_sends, expires_at, invited_by, created_at, updated_at)
      values (${org_id}, ${ctx.newId('I')}, ${email}, ${normalizeEmail(email)}, ${role}, ${designation_id}, ${sent_at},
        ${sent_at}, ${[sent_at]}, ${expires_at}, ${ctx.user.username}, ${ctx.now}, ${ctx.now})
      returning *)
    select ${columns} from i join organizations o on o.org_id = i.org_id`)
  return row!
}

export async function saveInvite(ctx: Context, invite: InviteRow, fields: Record<string, unknown>): Promise<InviteRow> {
  const changed = { ...fields, updated_by: ctx.user.username, updated_at: ctx.now }
  const [row] = await ctx.db.query(
    sql<InviteRow>`update organization_invites i set ${buildAssignments(changed)}, version = i.version + 1
      from organizations o where i.org_id = ${invite.org_id} and i.invite_id = ${invite.invite_id}
        and o.org_id = i.org_id returning ${columns}`,
    { plan: 'custom' },
  )
  return row!
}
