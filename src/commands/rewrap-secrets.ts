import { CommandError, defineCommand } from '../core/command.ts'
import { UndecryptableSecret } from '../core/crypto/keyring.ts'
import { findNextOrganization } from '../resources/work/tasks/queries/spans.ts'
import type { Dependencies } from '../core/dependencies.ts'
import {
  encryptedColumns,
  isByOrganization,
  selectOutdated,
  updateValue,
  type EncryptedColumn,
  type EncryptedValue,
} from './encrypted-columns.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const BATCH_SIZE = 500
const MAX_NAMED = 5

interface Rewrapped {
  count: number
  unreadable: string[]
}

export const rewrapSecrets = defineCommand<null>({
  name: 'secrets rewrap',
  args: '',
  summary: 'encrypt stored secrets with the current key of SECRET_KEYS',

  read(args) {
    if (args.length > 0) throw new CommandError('Usage: svc-server secrets rewrap')
    return null
  },

  async run(services) {
    const all: Rewrapped = { count: 0, unreadable: [] }
    for (const column of encryptedColumns) {
      const { count, unreadable } = await rewrapColumn(services, column)
      all.count += count
      all.unreadable.push(...unreadable)
    }
    const rewrapped = `${all.count} ${all.count === 1 ? 'secret' : 'secrets'} rewrapped`
    if (all.unreadable.length > 0) throw new CommandError(describeUnreadable(rewrapped, all.unreadable))
    return rewrapped
  },
})

async function rewrapColumn(services: Dependencies, column: EncryptedColumn): Promise<Rewrapped> {
  if (!isByOrganization(column)) return rewrapRows(services, column)
  const all: Rewrapped = { count: 0, unreadable: [] }
  const { db } = services.database
  for (
    let org = await findNextOrganization(db, FIRST_ID);
    org !== undefined;
    org = await findNextOrganization(db, org)
  ) {
    const { count, unreadable } = await rewrapRows(services, column, org)
    all.count += count
    all.unreadable.push(...unreadable)
  }
  return all
}

/** Encrypts the outdated values of a column again. Skips those that no key can decrypt, and returns their reasons. */
async function rewrapRows(
  { database, keyring }: Dependencies,
  column: EncryptedColumn,
  org_id?: string,
): Promise<Rewrapped> {
  const unreadable: string[] = []
  let count = 0
  let after: unknown[] | undefined
  for (;;) {
    const range = { org_id, after, limit: BATCH_SIZE }
    const rows = await database.db.query(selectOutdated(column, keyring.current, range))
    for (const row of rows) {
      const keys = column.keys.map((name) => row[name])
      const encrypted = reencrypt(keyring, column, row)
      if (encrypted instanceof UndecryptableSecret)
        unreadable.push(`${column.table} ${row.row_id}: ${encrypted.message}`)
      else {
        await database.db.query(updateValue(column, { ...row, keys }, encrypted, keyring.current))
        count++
      }
      after = keys
    }
    if (rows.length < BATCH_SIZE) return { count, unreadable }
  }
}

function reencrypt(
  keyring: Dependencies['keyring'],
  { purpose }: EncryptedColumn,
  { value, row_id }: Pick<EncryptedValue, 'value' | 'row_id'>,
): string | UndecryptableSecret {
  try {
    return keyring.encrypt(purpose, row_id, keyring.decrypt(purpose, row_id, value))
  } catch (cause) {
    if (cause instanceof UndecryptableSecret) return cause
    throw cause
  }
}

function describeUnreadable(rewrapped: string, unreadable: readonly string[]): string {
  const more = unreadable.length > MAX_NAMED ? ` and ${unreadable.length - MAX_NAMED} more` : ''
  const named = unreadable.slice(0, MAX_NAMED).join('; ')
  return `${rewrapped}, but ${unreadable.length} cannot be read: ${named}${more}. Put the key that they need into SECRET_KEYS, or replace them.`
}
