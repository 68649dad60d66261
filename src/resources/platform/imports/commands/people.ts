import type { NumberedRow } from '@svc/import/archive'
import { sql } from '../../../../db/sql.ts'
import { createPlaceholder } from '../../../../auth/users.ts'
import type { Context } from '../../../../core/context.ts'
import { isSameEmail } from '../../../../core/email-address.ts'
import { listEmailKeys, normalizeForSearch } from '../../../../core/text.ts'
import { loadExternalRefs, saveExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import { insertPlaceholder, lockPlaceholder } from '../queries/placeholders.ts'
import { matchPlaceholder } from './match-placeholder.ts'
import type { ImportRun } from './run.ts'

interface KnownMember {
  user_id: string
  username: string
  username_key: string
  /** Verified address. */
  email: string | null
}

const NO_MEMBER = 'no active member has this username'
const REASON_FOR_PLACEHOLDER = 'matches no member, and becomes a placeholder; `user_map` can name a member'

/** Finds the users for people of the source: mapped ones, then verified email addresses, else new placeholders. */
export async function importPeople(
  run: ImportRun,
  ctx: Context,
  rows: readonly NumberedRow<'people'>[],
): Promise<void> {
  const { orgId, source } = run
  const known = await loadExternalRefs(
    ctx,
    orgId,
    'user',
    source,
    rows.map(({ row }) => row.id),
  )
  const missing = rows.filter(({ row }) => !known.has(row.id))
  const matched = await matchKnownPeople(run, ctx, rows, known)
  run.count('people', 'matched', matched)
  run.count('people', 'unchanged', rows.length - missing.length - matched)
  const wanted = missing.map(({ row }) => findMappedName(run, row))
  const members = await loadMembers(ctx, orgId, {
    names: wanted.flatMap((name) => name ?? []),
    emails: missing.flatMap(({ row }) => row.email ?? []),
  })
  const refs = []
  for (const [i, numbered] of missing.entries()) {
    const { row } = numbered
    const member = findMember(members, wanted[i] ?? null, row.email ?? null)
    if (!member && wanted[i] != null) run.report('rejected', 'people', numbered, NO_MEMBER, 'user_map', wanted[i])
    else if (!member && run.isAdmin)
      run.report('changed', 'people', numbered, REASON_FOR_PLACEHOLDER, 'user', row.name ?? row.email ?? row.username)
    const user_id = member?.user_id ?? (run.isAdmin ? await addPlaceholder(run, ctx, row) : null)
    run.count('people', member ? 'matched' : user_id ? 'created' : 'skipped')
    const creation = member ? {} : { import_id: run.row.import_id }
    if (user_id !== null) refs.push({ ...newRef('user', source, row.id), ...creation, resource_id: user_id })
  }
  await saveExternalRefs(ctx, orgId, refs)
}

/** Merges placeholders of former imports into the members that the options name now; returns their number. */
async function matchKnownPeople(
  run: ImportRun,
  ctx: Context,
  rows: readonly NumberedRow<'people'>[],
  known: ReadonlyMap<string, ExternalRef>,
): Promise<number> {
  if (!run.isAdmin) return 0
  const named = rows.flatMap((numbered) => {
    const ref = known.get(numbered.row.id)
    const name = ref ? findMappedName(run, numbered.row) : null
    return ref && name !== null ? [{ numbered, name, user_id: ref.resource_id }] : []
  })
  if (named.length === 0) return 0
  const members = await loadMembers(ctx, run.orgId, { names: named.map(({ name }) => name), emails: [] })
  let matched = 0
  for (const { numbered, name, user_id } of named) {
    const placeholder = await lockPlaceholder(ctx, run.orgId, user_id)
    if (!placeholder || placeholder.into_user_id !== null) continue
    const member = findMember(members, name, null)
    if (!member) run.report('rejected', 'people', numbered, NO_MEMBER, 'user_map', name)
    else await matchPlaceholder(ctx, placeholder, member)
    matched += member ? 1 : 0
  }
  return matched
}

export const newRef = (resource_type: string, source: string, external_id: string) => ({
  resource_type,
  source,
  external_id,
  fingerprint: null,
  resource_version: null,
  import_id: null,
})

type Person = NumberedRow<'people'>['row']

/** Returns the username to which the options map a person, by id, username, email or name. */
function findMappedName({ row: { options } }: ImportRun, { id, username, email, name }: Person): string | null {
  const map = options.user_map ?? {}
  for (const key of [id, username, email, name]) if (key && map[key]) return map[key]
  return null
}

const findMember = (members: readonly KnownMember[], name: string | null, email: string | null) =>
  name === null
    ? members.find((one) => email !== null && one.email !== null && isSameEmail(one.email, email))
    : members.find((one) => one.username_key === normalizeForSearch(name))

const loadMembers = (ctx: Context, orgId: string, { names, emails }: { names: string[]; emails: string[] }) =>
  ctx.db.query(sql<KnownMember>`
    select m.user_id, m.username, m.username_key, case when u.email_verified then u.email end as email
    from organization_members m join users u on u.user_id = m.user_id
    where m.org_id = ${orgId} and m.kind = 'user' and m.is_active and m.deleted_at is null
      and (m.username_key = any(${names.map(normalizeForSearch)}::text[])
        or (u.email_verified and u.email_key = any(${emails.flatMap(listEmailKeys)}::text[])))`)

/** Creates a user who cannot sign in, as a former member: authors need a name, and placeholders get no rights. */
async function addPlaceholder(run: ImportRun, ctx: Context, person: Person): Promise<string> {
  const { orgId, source } = run
  const { user_id, username } = await createPlaceholder(ctx.db, `${orgId} ${source} ${person.id}`, person, ctx.millis)
  await ctx.db.query(sql`
    insert into organization_members (org_id, user_id, username, username_key, role, is_active, created_at, updated_at,
      updated_by, deleted_at, deleted_by, delete_reason)
    values (${orgId}, ${user_id}, ${username}, ${normalizeForSearch(username)}, 'guest', false, ${ctx.now}, ${ctx.now},
      ${ctx.user.username}, ${ctx.now}, ${ctx.user.username}, 'placeholder')
    on conflict (org_id, user_id) do nothing`)
  await insertPlaceholder(ctx, orgId, { user_id, username, name: person.name ?? null, email: person.email ?? null })
  return user_id
}

export interface ImportedUser {
  user_id: string
  username: string
  /** False for placeholders and former members. */
  is_member: boolean
}

/** Loads the users for ids of people in the source. */
export async function loadImportedUsers(
  run: ImportRun,
  ctx: Context,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, ImportedUser>> {
  const wanted = [...new Set(ids.filter((id): id is string => typeof id === 'string'))]
  if (wanted.length === 0) return new Map()
  const rows = await ctx.db.query(sql<ImportedUser & { external_id: string }>`
    select x.external_id, m.user_id, m.username, m.is_active and m.deleted_at is null as is_member from external_refs x
      join organization_members m on m.org_id = x.org_id and m.user_id::text = x.resource_id
    where x.org_id = ${run.orgId} and m.org_id = ${run.orgId} and x.resource_type = 'user' and x.source = ${run.source}
      and x.external_id = any(${wanted}::text[])`)
  return new Map(rows.map((row) => [row.external_id, row]))
}
