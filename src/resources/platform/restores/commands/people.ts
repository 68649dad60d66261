import type { Row } from '@svc/import'
import type { DataArchive } from '@svc/import/archive'
import { toPlaceholderIdentity } from '../../../../auth/users.ts'
import { isUuid, newUuid } from '../../../../core/ids.ts'
import { normalizeEmail } from '../../../../core/email-address.ts'
import { listEmailKeys, normalizeForSearch, toEmailLookupKey, toSortKey } from '../../../../core/text.ts'
import { sql } from '../../../../db/sql.ts'
import { chooseUsername } from '../rules.ts'
import type { NewIds } from './ids.ts'
import type { RestoreRun } from './run.ts'

type Person = Row<'people'>

interface KnownUser {
  user_id: string
  username: string
  /** Identities as JSON, by which people are found first. */
  identities: string[]
  /** Verified address. */
  email: string | null
}

interface MatchedPerson {
  row: Person
  user_id: string
  username: string
  isNew: boolean
}

const CHUNK_PEOPLE = 1000
const toIdentity = (issuer: string, subject: string) => JSON.stringify([issuer, subject])

export async function readPeopleRows(archive: DataArchive): Promise<Person[]> {
  const people: Person[] = []
  for await (const { row } of archive.rows('people')) people.push(row)
  return people
}

/** Finds the users of people by identity, else by verified address, and plans new users for the others. */
export async function matchPeople(run: RestoreRun, people: readonly Person[]): Promise<MatchedPerson[]> {
  const known: KnownUser[] = []
  const taken = { ids: new Set<string>(), names: new Set<string>() }
  for (let from = 0; from < people.length; from += CHUNK_PEOPLE) {
    const chunk = people.slice(from, from + CHUNK_PEOPLE)
    known.push(...(await findKnownUsers(run, chunk)))
    for (const { user_id, username_key } of await findTaken(run, chunk)) {
      taken.ids.add(user_id)
      if (username_key !== null) taken.names.add(username_key)
    }
  }
  const byIdentity = new Map(known.flatMap((user) => user.identities.map((identity) => [identity, user] as const)))
  const byAddress = new Map(
    known.flatMap((user) => (user.email === null ? [] : [[normalizeEmail(user.email), user] as const])),
  )
  const used = new Set<string>()
  const find = (row: Person) => {
    const identity = row.issuer && row.subject ? byIdentity.get(toIdentity(row.issuer, row.subject)) : undefined
    const email = row.email ? normalizeEmail(row.email) : null
    const user = identity ?? (email === null ? undefined : byAddress.get(email))
    return user && row.kind !== 'service_account' && !used.has(user.user_id) ? user : undefined
  }
  const matched = new Map<string, KnownUser>()
  for (const row of people) {
    const user = find(row)
    if (!user) continue
    used.add(user.user_id)
    matched.set(row.id, user)
    taken.names.add(normalizeForSearch(user.username))
  }
  return people.map((row) => {
    const user = matched.get(row.id)
    return user ? { row, user_id: user.user_id, username: user.username, isNew: false } : planUser(run, row, taken)
  })
}

function planUser(run: RestoreRun, row: Person, taken: { ids: Set<string>; names: Set<string> }): MatchedPerson {
  const isFree = isUuid(row.id) && !taken.ids.has(row.id)
  const user_id = isFree ? row.id : newUuid(run.services.clock())
  const username = chooseUsername(row.username ?? row.name ?? 'user', taken.names, normalizeForSearch)
  return { row, user_id, username, isNew: true }
}

const findKnownUsers = (run: RestoreRun, people: readonly Person[]): Promise<KnownUser[]> => {
  const identified = people.filter(({ issuer, subject }) => issuer && subject)
  const emails = people.flatMap(({ email }) => (email ? listEmailKeys(email) : []))
  return run.trx.query(sql<KnownUser>`
    with wanted as (
      select * from unnest(${identified.map(({ issuer }) => issuer!)}::text[],
        ${identified.map(({ subject }) => subject!)}::text[]) as w(issuer, subject)),
    named as (
      select u.user_id, jsonb_build_array(u.issuer, u.subject)::text as identity from users u join wanted w
        on w.issuer = u.issuer and w.subject = u.subject
      union all
      select i.user_id, jsonb_build_array(i.issuer, i.subject)::text from identities i join wanted w
        on w.issuer = i.issuer and w.subject = i.subject)
    select u.user_id, u.username, case when u.email_verified then u.email end as email,
      array(select n.identity from named n where n.user_id = u.user_id) as identities
    from users u
    where u.kind = 'user' and (u.user_id in (select n.user_id from named n)
      or u.email_verified and u.email_key = any(${emails}::text[]))`)
}

/** Finds the ids and usernames of people that users have already. */
const findTaken = (run: RestoreRun, people: readonly Person[]) => {
  const names = people.map(({ username, name }) => normalizeForSearch(username ?? name ?? 'user'))
  const ids = people.flatMap(({ id }) => (isUuid(id) ? [id] : []))
  return run.trx.query(sql<{ user_id: string; username_key: string | null }>`
    select u.user_id, case when u.kind = 'user' then u.username_key end as username_key from users u
    where u.user_id = any(${ids}::uuid[]) or (u.kind = 'user' and u.username_key = any(${names}::text[]))`)
}

/** Records the people by their ids here, and what is renamed. */
export function recordPeople(run: RestoreRun, people: readonly MatchedPerson[], { ids }: NewIds): void {
  run.people = new Map(people.map(({ user_id, username }) => [user_id, { user_id, username }]))
  for (const { row, user_id } of people) if (row.id !== user_id) ids.set(row.id, user_id)
  const renamed = people.filter(({ row, username }) => row.username != null && row.username !== username)
  run.newNames = new Map(renamed.map(({ row, username }) => [row.username!, username]))
}

/** Creates the missing users and all memberships. */
export async function restorePeople(run: RestoreRun, people: readonly MatchedPerson[], source: string): Promise<void> {
  const created = people.filter(({ isNew }) => isNew)
  for (let from = 0; from < created.length; from += CHUNK_PEOPLE)
    await insertUsers(run, created.slice(from, from + CHUNK_PEOPLE), source)
  for (let from = 0; from < people.length; from += CHUNK_PEOPLE) {
    const chunk = people.slice(from, from + CHUNK_PEOPLE)
    await run.insert(
      'organization_members',
      'people',
      chunk.map((person) => toMemberColumns(run, person)),
    )
    const isPlaceholder = ({ row }: MatchedPerson) => row.role == null && row.is_placeholder === true
    await run.insert('placeholders', 'people', chunk.filter(isPlaceholder).map(toPlaceholderColumns(run)))
    const others = chunk.filter((person) => !isPlaceholder(person)).map(({ user_id }) => user_id)
    await run.trx.query(sql`
      insert into user_organizations (user_id, org_id)
      select u.user_id, ${run.orgId} from unnest(${others}::uuid[]) as u(user_id)
      on conflict do nothing`)
  }
  run.counts.people = people.length
  const placeholders = created.filter(({ row }) => row.kind !== 'service_account' && !row.issuer).length
  if (placeholders > 0)
    run.notes.push(
      `${placeholders} people have no identity that this server knows: they get their memberships when they sign in with their verified address.`,
    )
}

async function insertUsers(run: RestoreRun, people: readonly MatchedPerson[], source: string): Promise<void> {
  const rows = people.map((person) => toUserColumns(run, person, source))
  await run.query(
    'people',
    sql`
    insert into users (user_id, kind, home_org_id, issuer, subject, username, username_key, email, email_key,
      email_verified, name, name_key, created_at, updated_at)
    select e.user_id, e.kind, e.home_org_id, e.issuer, e.subject, e.username, e.username_key, e.email, e.email_key,
      e.email_verified, e.name, e.name_key, e.created_at, e.updated_at
    from jsonb_populate_recordset(null::users, ${JSON.stringify(rows)}::jsonb) e`,
  )
}

function toUserColumns(run: RestoreRun, { row, user_id, username }: MatchedPerson, source: string) {
  const isAccount = row.kind === 'service_account'
  const email = row.email ?? null
  const created_at = row.created_at ?? run.now
  return {
    user_id,
    kind: row.kind ?? 'user',
    home_org_id: isAccount ? run.orgId : null,
    ...(isAccount ? { issuer: null, subject: null } : findIdentity(row, `${run.orgId} ${source} ${row.id}`)),
    username,
    username_key: normalizeForSearch(username),
    email,
    email_key: email && toEmailLookupKey(email),
    // The address of a placeholder is that of the source, which has not been verified here.
    email_verified: (row.issuer != null && row.email_verified) ?? false,
    name: row.name ?? null,
    name_key: isAccount && row.name ? toSortKey(row.name) : null,
    created_at,
    updated_at: created_at,
  }
}

const findIdentity = ({ issuer, subject }: Person, otherwise: string) =>
  issuer && subject ? { issuer, subject } : toPlaceholderIdentity(otherwise)

function toMemberColumns(run: RestoreRun, { row, user_id, username }: MatchedPerson) {
  const isMember = row.role != null
  return {
    user_id,
    kind: row.kind ?? 'user',
    username,
    username_key: normalizeForSearch(username),
    role: row.role ?? 'guest',
    designation_id: row.designation ?? null,
    is_active: row.is_active ?? isMember,
    invited_at: row.invited_at ?? null,
    invited_by: run.findName(row.invited_by),
    accepted_at: row.accepted_at ?? null,
    created_at: row.created_at ?? run.now,
    updated_at: row.updated_at ?? row.created_at ?? run.now,
    updated_by: run.findName(row.updated_by),
    deleted_at: isMember ? null : (row.deleted_at ?? run.now),
    delete_reason: isMember ? null : row.is_placeholder ? 'placeholder' : (row.delete_reason ?? null),
  }
}

const toPlaceholderColumns =
  (run: RestoreRun) =>
  ({ row, user_id, username }: MatchedPerson) => ({
    user_id,
    username,
    username_key: normalizeForSearch(username),
    name: row.name ?? null,
    email: row.email ?? null,
    email_key: row.email ? toEmailLookupKey(row.email) : null,
    created_at: row.created_at ?? run.now,
    step: 0,
    cursor: '',
  })
