import { sql, orgEquals } from '../../../../db/sql.ts'
import type { Db } from '../../../../db/database.ts'
import type { Context } from '../../../../core/context.ts'
import { normalizeForSearch, toEmailLookupKey } from '../../../../core/text.ts'
import { selectPage, type ListSpec, type PageRequest } from '../../../../http/pagination/pagination.ts'

/** A person of another system who matches no member. */
export interface PlaceholderRow {
  org_id: string
  user_id: string
  username: string
  name: string | null
  email: string | null
  created_at: string
  /** The member that the person turned out to be. */
  into_user_id: string | null
  into_username: string | null
  version: number
}

const columns = sql`p.org_id, p.user_id, p.username, p.name, p.email, p.created_at, p.into_user_id, p.into_username,
  case when p.into_user_id is null then 1 else 2 end as version`

export const placeholderSorts: ListSpec = {
  sorts: { username: [{ sql: 'p.username_key', type: 'text' }] },
  defaultOrder: [{ sql: 'p.username_key', type: 'text' }],
  id: { sql: 'p.user_id', type: 'uuid' },
}

/** A placeholder whose user has become a member is none, even before the job has noticed. */
const hasNotJoined = (
  orgId: string,
) => sql`exists (select from organization_members m where m.org_id = ${orgId} and m.user_id = p.user_id
  and m.deleted_at is not null)`

export const selectPlaceholderPage = (ctx: Context, page: PageRequest, orgId: string) =>
  selectPage<PlaceholderRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<PlaceholderRow>`
      select ${columns}, ${sorts} from placeholders p
      where p.org_id = ${orgId} and ${hasNotJoined(orgId)} and ${where} ${order} ${limit}`,
  )

/** Finds a placeholder, and locks it until the commit. */
export const lockPlaceholder = (ctx: Context, orgId: string, userId: string) =>
  ctx.db.queryRow(sql<PlaceholderRow>`
    select ${columns} from placeholders p
    where p.org_id = ${orgId} and p.user_id = ${userId} and ${hasNotJoined(orgId)} for no key update of p`)

/** Finds the active member of a username, no service account, and locks the membership until the commit. */
export const lockPerson = (ctx: Context, orgId: string, username: string) =>
  ctx.db.queryRow(sql<{ user_id: string; username: string }>`
    select user_id, username from organization_members
    where org_id = ${orgId} and username_key = ${normalizeForSearch(username)} and kind = 'user' and is_active
      and deleted_at is null for share`)

export const insertPlaceholder = (
  ctx: Context,
  orgId: string,
  { user_id, username, name, email }: Pick<PlaceholderRow, 'user_id' | 'username' | 'name' | 'email'>,
): Promise<unknown> =>
  ctx.db.query(sql`
    insert into placeholders (org_id, user_id, username, username_key, name, email, email_key, created_at)
    values (${orgId}, ${user_id}, ${username}, ${normalizeForSearch(username)}, ${name}, ${email},
      ${email === null ? null : toEmailLookupKey(email)}, ${ctx.now})
    on conflict (org_id, user_id) do nothing`)

/** Records which member a placeholder is, and returns false if it was matched before. Later imports name the member. */
export async function savePlaceholderMatch(
  db: Db,
  { org_id, user_id }: Pick<PlaceholderRow, 'org_id' | 'user_id'>,
  into: { user_id: string; username: string },
): Promise<boolean> {
  const saved = await db.query(sql`
    update placeholders set into_user_id = ${into.user_id}, into_username = ${into.username}
    where org_id = ${org_id} and user_id = ${user_id} and into_user_id is null returning user_id`)
  if (saved.length === 0) return false
  await db.query(sql`
    update external_refs set resource_id = ${into.user_id}
    where org_id = ${org_id} and resource_type = 'user' and resource_id = ${user_id}`)
  return true
}

export const selectOrgsWithPlaceholders = () => sql<{ org_id: string }>`select distinct org_id from placeholders`

/**
 * Forgets placeholders whose user has become a member: the person of a verified address signed in, and was invited. A
 * merge that has begun goes on, since its references name the other member.
 */
export const deleteJoinedPlaceholders = (db: Db, orgId?: string): Promise<unknown> =>
  db.query(sql`
    delete from placeholders p using organization_members m
    where ${orgEquals('p.org_id', orgId)} and m.org_id = p.org_id and m.user_id = p.user_id and m.deleted_at is null
      and p.into_user_id is null`)

interface AddressMatch extends Pick<PlaceholderRow, 'org_id' | 'user_id' | 'username'> {
  into_user_id: string
  into_username: string
}

/**
 * Finds placeholders whose address exactly one active member has verified. The key also matches look-alikes, so the
 * addresses are compared too, by ASCII case only.
 */
export const listMatchesByAddress = (db: Db, orgId?: string) =>
  db.query(sql<AddressMatch>`
    select p.org_id, p.user_id, p.username, (array_agg(m.user_id))[1] as into_user_id, min(m.username) as into_username
    from placeholders p
      join organization_members m on m.org_id = p.org_id and m.kind = 'user' and m.is_active and m.deleted_at is null
        and m.user_id <> p.user_id
      join users u on u.user_id = m.user_id and u.email_verified and u.email_key = p.email_key
        and lower(u.email collate "C") = lower(p.email collate "C")
    where ${orgEquals('p.org_id', orgId)} and p.into_user_id is null
    group by p.org_id, p.user_id, p.username having count(*) = 1
    order by p.org_id, p.user_id limit 200`)

export interface PlaceholderMerge extends AddressMatch {
  step: number
  /** Last key that is done. */
  cursor: string
  created_at: string
}

/** Locks the next merge that no other worker runs, but none of `failed`. A running import may still name the placeholder. */
export const lockNextMerge = (db: Db, failed: readonly string[], orgId?: string) =>
  db.queryRow(sql<PlaceholderMerge>`
    select p.org_id, p.user_id, p.username, p.into_user_id, p.into_username, p.step, p.cursor, p.created_at
    from placeholders p
    where ${orgEquals('p.org_id', orgId)} and p.into_user_id is not null
      and p.user_id <> all(${failed}::uuid[]) and not exists (
      select from imports i where ${orgEquals('i.org_id', orgId)} and i.org_id = p.org_id and i.phase in ('checking', 'writing'))
    order by p.org_id, p.user_id limit 1 for no key update of p skip locked`)

export const saveMergeProgress = (
  db: Db,
  { org_id, user_id }: PlaceholderMerge,
  { step, cursor }: { step: number; cursor: string },
): Promise<unknown> =>
  db.query(sql`
    update placeholders set step = ${step}, cursor = ${cursor} where org_id = ${org_id} and user_id = ${user_id}`)

/** Deletes a placeholder that nothing names any more. */
export async function deletePlaceholder(db: Db, { org_id, user_id }: PlaceholderMerge): Promise<void> {
  await db.query(sql`delete from placeholders where org_id = ${org_id} and user_id = ${user_id}`)
  await db.query(sql`
    delete from organization_members where org_id = ${org_id} and user_id = ${user_id} and deleted_at is not null`)
}

/**
 * Deletes placeholders that no other import, no plan and no view names; returns their ids. Deleted goals and tasks still
 * name them, as former members.
 */
export async function deleteUnnamedPlaceholders(
  ctx: Context,
  { org_id, import_id }: { org_id: string; import_id: string },
  userIds: readonly string[],
): Promise<string[]> {
  const deleted = await ctx.db.query(sql<{ user_id: string }>`
    delete from placeholders p
    where p.org_id = ${org_id} and p.user_id = any(${userIds}::uuid[]) and p.into_user_id is null
      and not exists (select from goals g where g.org_id = ${org_id} and g.is_active and g.closed_by = p.username)
      and not exists (select from sprints s where s.org_id = ${org_id} and s.is_active and s.completed_by = p.username)
      and not exists (select from milestones m where m.org_id = ${org_id} and m.is_active and m.closed_by = p.username)
      and not exists (select from views v where v.org_id = ${org_id} and v.is_active
        and strpos(concat(v.query -> 'filter[assignee]', v.query -> 'filter[involves]'), p.username) > 0)
      and not exists (select from external_refs x where x.org_id = ${org_id} and x.resource_type = 'user'
        and x.resource_id = p.user_id::text and x.import_id is distinct from ${import_id})
    returning p.user_id`)
  return deleted.map(({ user_id }) => user_id)
}

export const listUnmatchedPlaceholders = (ctx: Context, orgId: string, userIds: readonly string[]) =>
  ctx.db.query(sql<Pick<PlaceholderRow, 'user_id' | 'username'>>`
    select user_id, username from placeholders
    where org_id = ${orgId} and user_id = any(${userIds}::uuid[]) and into_user_id is null`)

/** Deletes the user of a merged placeholder, whose name is then free, unless it is the user of a person. */
export async function deleteUnusedUser(db: Db, { user_id }: PlaceholderMerge, issuer: string): Promise<void> {
  const unused = await db.query(sql`select from users where user_id = ${user_id} and issuer = ${issuer} for update`)
  if (unused.length === 0) return
  await db.query(sql`delete from user_organizations where user_id = ${user_id}`)
  // Every user has one, also a placeholder.
  await db.query(sql`delete from notification_days where user_id = ${user_id}`)
  await db.query(sql`delete from users where user_id = ${user_id} and issuer = ${issuer}`)
}
