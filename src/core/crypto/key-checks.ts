import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ConfigError, type Config } from '../config/config.ts'
import { loadKeyring, type Keyring } from './keyring.ts'

interface KeyCheck {
  version: number
  check_value: string
}

type Keys = Pick<Config, 'secretKeys' | 'dataDir'>

/** Verifies that the database was used with these keys: data encrypted with a missing key is unreadable. */
export async function loadVerifiedKeyring(config: Keys, db: Db): Promise<Keyring> {
  const storedChecks = await readChecks(db)
  if (!config.secretKeys && !existsSync(keyFilePath(config))) await requireUnusedDatabase(config, db, storedChecks)
  const keyring = loadKeyring(config)
  requireMatchingKeys(config, keyring, storedChecks)
  await recordChecks(db, keyring)
  // With several processes starting on a new database, the first has recorded its keys by now.
  requireMatchingKeys(config, keyring, await readChecks(db))
  return keyring
}

/** Accepts the configured keys. Data encrypted with other keys is lost. */
export async function replaceKeyChecks(config: Keys, db: Db): Promise<void> {
  await db.query(sql`DELETE FROM secret_key_checks`)
  await recordChecks(db, loadKeyring(config))
}

const keyFilePath = ({ dataDir }: Keys) => path.join(dataDir, 'secret-keys')
const readChecks = (db: Db) => db.query(sql<KeyCheck>`SELECT version, check_value FROM secret_key_checks`)

const buildChecks = (keyring: Keyring): KeyCheck[] =>
  keyring
    .deriveKeys('key-check')
    .map((value, index) => ({ version: keyring.versions[index]!, check_value: value.toString('base64url') }))

const recordChecks = (db: Db, keyring: Keyring) =>
  db.query(sql`
    INSERT INTO secret_key_checks (version, check_value)
    SELECT version, check_value
    FROM jsonb_to_recordset(${JSON.stringify(buildChecks(keyring))}::jsonb) AS k(version integer, check_value text)
    ON CONFLICT DO NOTHING`)

async function requireUnusedDatabase(config: Keys, db: Db, storedChecks: KeyCheck[]): Promise<void> {
  const used = storedChecks.length > 0 || (await db.query(sql`SELECT 1 FROM users LIMIT 1`)).length > 0
  if (!used) return
  throw new ConfigError(
    'DATA_DIR',
    `${keyFilePath(config)} is missing, and the database was used with its key; restore it, or accept the loss with: svc-server accept-keys`,
  )
}

function requireMatchingKeys(config: Keys, keyring: Keyring, storedChecks: KeyCheck[]): void {
  if (storedChecks.length === 0) return
  const stored = new Map(storedChecks.map(({ version, check_value }) => [version, check_value]))
  const checks = buildChecks(keyring)
  const conflicting = checks.find(({ version, check_value }) => (stored.get(version) ?? check_value) !== check_value)
  const [variable, prefix] = config.secretKeys ? ['SECRET_KEYS', ''] : ['DATA_DIR', `${keyFilePath(config)} `]
  if (conflicting)
    throw new ConfigError(
      variable,
      `${prefix}has a key ${conflicting.version} other than the one this database was used with; restore that key`,
    )
  if (checks.some(({ version }) => stored.has(version))) return
  const versions = storedChecks.map(({ version }) => version).join(', ')
  throw new ConfigError(
    variable,
    `${prefix}lacks the keys that this database was used with (version ${versions}); add them after the new key`,
  )
}
