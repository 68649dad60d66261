import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ConfigError, type Config } from '../config/config.ts'
import { loadKeyring, type Keyring } from './keyring.ts'

interface Check {
  version: number
  check_value: string
}

type Keys = Pick<Config, 'secretKeys' | 'dataDir'>

/**
 * The keyring of the settings, once it is known to be one the database was used with: what an older key sealed would
 * be unreadable, and nobody would notice before it is needed. Keys that are new beside a known one are noted. Throws
 * `ConfigError`, which names the key.
 */
export async function openKeyring(config: Keys, db: Db): Promise<Keyring> {
  const known = await readChecks(db)
  if (!config.secretKeys && !existsSync(keyFile(config))) await refuseToMakeKeys(config, db, known)
  const keyring = loadKeyring(config)
  compare(config, keyring, known)
  await note(db, keyring)
  // When several processes start at once on a new database, the first of them has noted its keys by now.
  compare(config, keyring, await readChecks(db))
  return keyring
}

/** Takes the keys of the settings as they are, whatever was used before. What the others have sealed is lost. */
export async function acceptKeys(config: Keys, db: Db): Promise<void> {
  await db.query(sql`DELETE FROM secret_key_checks`)
  await note(db, loadKeyring(config))
}

const keyFile = ({ dataDir }: Keys) => path.join(dataDir, 'secret-keys')
const readChecks = (db: Db) => db.query(sql<Check>`SELECT version, check_value FROM secret_key_checks`)

const checksOf = (keyring: Keyring): Check[] =>
  keyring
    .derived('key-check')
    .map((value, index) => ({ version: keyring.versions[index]!, check_value: value.toString('base64url') }))

const note = (db: Db, keyring: Keyring) =>
  db.query(sql`
    INSERT INTO secret_key_checks (version, check_value)
    SELECT version, check_value
    FROM jsonb_to_recordset(${JSON.stringify(checksOf(keyring))}::jsonb) AS k(version integer, check_value text)
    ON CONFLICT DO NOTHING`)

/** A key file that is gone is not made anew beside data that the old one has sealed. */
async function refuseToMakeKeys(config: Keys, db: Db, known: Check[]): Promise<void> {
  const used = known.length > 0 || (await db.query(sql`SELECT 1 FROM users LIMIT 1`)).length > 0
  if (!used) return
  throw new ConfigError(
    'DATA_DIR',
    `${keyFile(config)} is missing, and the database was used with its key; put it back, or accept the loss with: svc-server accept-keys`,
  )
}

function compare(config: Keys, keyring: Keyring, known: Check[]): void {
  if (known.length === 0) return
  const stored = new Map(known.map(({ version, check_value }) => [version, check_value]))
  const mine = checksOf(keyring)
  const other = mine.find(({ version, check_value }) => (stored.get(version) ?? check_value) !== check_value)
  const [variable, place] = config.secretKeys ? ['SECRET_KEYS', ''] : ['DATA_DIR', `${keyFile(config)} `]
  if (other)
    throw new ConfigError(
      variable,
      `${place}holds another key ${other.version} than the one this database was used with; put that one back`,
    )
  if (mine.some(({ version }) => stored.has(version))) return
  const versions = known.map(({ version }) => version).join(', ')
  throw new ConfigError(
    variable,
    `${place}holds no key that this database was used with (version ${versions}); add it behind the new one`,
  )
}
