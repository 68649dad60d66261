import type { Row } from '@svc/import'
import { ACCOUNT_ISSUER } from '../../../../auth/accounts/identities.ts'
import { PLACEHOLDER_ISSUER } from '../../../../auth/users.ts'
import { sql } from '../../../../db/sql.ts'
import { selectOwnUsernames } from './select-own.ts'
import type { ExportScope } from './selection.ts'
import type { SliceReader } from './snapshot.ts'

interface PersonRow {
  id: string
  username: string
  name: string | null
  email: string | null
  email_verified: boolean
  issuer: string | null
  subject: string | null
  kind: 'user' | 'service_account'
  role: 'owner' | 'admin' | 'member' | 'guest' | null
  designation: string | null
  is_active: boolean
  invited_at: string | null
  /** Username. */
  invited_by: string | null
  accepted_at: string | null
  is_placeholder: true | null
  created_at: string
  updated_at: string
  /** Username. */
  updated_by: string | null
}

/** People of an export: those who are or were members. Names of authors in other rows are usernames. */
export class ExportedPeople {
  readonly #rows: readonly PersonRow[]
  readonly #withAddresses: boolean
  readonly #ids: ReadonlySet<string>
  readonly #byUsername: ReadonlyMap<string, string>

  constructor(rows: readonly PersonRow[], withAddresses: boolean) {
    this.#rows = rows
    this.#withAddresses = withAddresses
    this.#ids = new Set(rows.map(({ id }) => id))
    this.#byUsername = new Map(rows.map(({ id, username }) => [username, id]))
  }

  /** Returns the id of a person named by id or username; undefined for an unknown one. */
  find(value: unknown): string | undefined {
    if (typeof value !== 'string') return undefined
    return this.#ids.has(value) ? value : this.#byUsername.get(value)
  }

  *toRows(): Generator<Row<'people'>> {
    for (const row of this.#rows) {
      const { id, username, name, kind } = row
      if (!this.#withAddresses) yield { id, username, ...(name !== null && { name }), kind }
      else
        yield Object.fromEntries(
          Object.entries({
            ...forOthers(row),
            invited_by: this.find(row.invited_by),
            updated_by: this.find(row.updated_by),
          }).filter(([, value]) => value != null),
        ) as Row<'people'>
    }
  }
}

/** Omits the identity of accounts and placeholders, which only this server knows: others find them by address. */
function forOthers({ issuer, subject, email_verified, ...row }: PersonRow): Partial<PersonRow> {
  const isLocal = issuer === ACCOUNT_ISSUER || issuer === PLACEHOLDER_ISSUER || row.is_placeholder
  return isLocal ? row : { ...row, email_verified, issuer, subject }
}

export async function readPeople(reader: SliceReader, scope: ExportScope): Promise<ExportedPeople> {
  const { orgId, projectId, userScope } = scope
  const isNamed = userScope
    ? sql`and (m.user_id = ${userScope.userId} or m.username in (${selectOwnUsernames(scope)}))`
    : sql``
  // Guests cannot read the names of all members.
  const name = userScope
    ? sql`case when u.user_id = ${userScope.userId} then u.name end`
    : sql`case when s.user_id is not null then s.name else u.name end`
  const rows = await reader.read(sql<PersonRow>`
    select u.user_id as id, m.username, ${name} as name,
      case when s.user_id is not null then s.email else u.email end as email, u.email_verified, u.issuer, u.subject, m.kind,
      case when m.deleted_at is null then m.role end as role, m.designation_id as designation, m.is_active, m.invited_at,
      m.invited_by, m.accepted_at,
      case when m.deleted_at is not null and m.delete_reason = 'placeholder' then true end as is_placeholder, m.created_at,
      m.updated_at, m.updated_by
    from organization_members m join users u on u.user_id = m.user_id
      left join placeholders s on s.org_id = m.org_id and s.user_id = m.user_id and m.deleted_at is not null
    where m.org_id = ${orgId} ${isNamed} order by u.user_id`)
  return new ExportedPeople(rows, projectId === null && !userScope)
}
