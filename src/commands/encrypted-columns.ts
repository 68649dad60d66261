import type { StoredPurpose } from '../core/crypto/keyring.ts'
import { sql, type Sql } from '../db/sql.ts'

/** Column whose values are encrypted with the keys of `SECRET_KEYS`. */
export interface EncryptedColumn {
  table: string
  column: string
  purpose: StoredPurpose
  /** Primary key. */
  keys: readonly string[]
  /** SQL expression of the row id to which a ciphertext is bound. */
  rowId: string
  /** Rows whose value is encrypted; without it all that are not null. */
  condition?: string
  /** Column with the number of the key, if there is one. */
  keyVersion?: string
}

const webhook = {
  table: 'webhook_subscriptions',
  keys: ['org_id', 'subscription_id'],
  rowId: `org_id || ' ' || subscription_id`,
}

/** All encrypted columns by purpose. The type requires an entry for each purpose that is stored. */
const columns: Record<StoredPurpose, readonly Omit<EncryptedColumn, 'purpose'>[]> = {
  'account-totp': [
    {
      table: 'account_credentials',
      column: 'secret',
      keys: ['account_id', 'credential_id'],
      rowId: 'account_id::text',
      condition: `kind = 'totp'`,
    },
  ],
  'id-token': [{ table: 'browser_sessions', column: 'id_token', keys: ['session_hash'], rowId: 'session_id' }],
  idempotency: [
    {
      table: 'idempotency_keys',
      column: 'body',
      keys: ['principal', 'key'],
      rowId: `principal || ' ' || key`,
      condition: 'sealed',
    },
  ],
  webhook: [
    { ...webhook, column: 'secret', keyVersion: 'key_version' },
    { ...webhook, column: 'previous_secret' },
  ],
}

export const encryptedColumns: readonly EncryptedColumn[] = Object.entries(columns).flatMap(([purpose, some]) =>
  some.map((one) => ({ ...one, purpose: purpose as StoredPurpose })),
)

export interface EncryptedValue {
  value: string
  row_id: string
  keys: unknown[]
}

/** Returns whether the rows of a column belong to organizations, each of which is read with its own statement. */
export const isByOrganization = ({ keys }: EncryptedColumn): boolean => keys[0] === 'org_id'

interface OutdatedRange {
  org_id: string | undefined
  /** Primary key after which to continue. */
  after: readonly unknown[] | undefined
  limit: number
}

/** Selects values of other keys than the current one. */
export function selectOutdated(
  { table, column, keys, rowId, condition }: EncryptedColumn,
  currentKey: number,
  { org_id, after, limit }: OutdatedRange,
): Sql<Record<string, unknown> & Pick<EncryptedValue, 'value' | 'row_id'>> {
  const names = sql.raw(keys.join(', '))
  const isLater = after ? sql`(${names}) > (${sql.join(after)})` : sql`true`
  const isInOrg = org_id === undefined ? sql`true` : sql`org_id = ${org_id}`
  return sql`
    select ${names}, ${sql.raw(column)} as value, ${sql.raw(rowId)} as row_id from ${sql.raw(table)}
    where ${sql.raw(condition ?? `${column} is not null`)} and split_part(${sql.raw(column)}, '.', 1) <> ${String(currentKey)}
      and ${isInOrg} and ${isLater} order by ${names} limit ${limit}`
}

/** Replaces a value unless it was changed concurrently. */
export function updateValue(
  { table, column, keys, keyVersion }: EncryptedColumn,
  { value, keys: rowKeys }: EncryptedValue,
  encrypted: string,
  currentKey: number,
): Sql {
  const isRow = keys.map((name, i) => sql`${sql.raw(name)} = ${rowKeys[i]}`)
  const version = keyVersion === undefined ? sql`` : sql`, ${sql.raw(keyVersion)} = ${currentKey}`
  return sql`
    update ${sql.raw(table)} set ${sql.raw(column)} = ${encrypted}${version}
    where ${sql.join(isRow, ' and ')} and ${sql.raw(column)} = ${value}`
}
