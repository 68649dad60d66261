import type { Database, Db } from '../db/database.ts'
import { sql, type Sql, buildAssignments, and, orgEquals } from '../db/sql.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { toTextKeyName, storedTextKeys, type TextKey } from './keys.ts'

const BATCH_ROWS = 200
const FILTERED_BATCH_ROWS = 2000
/** Maximum number of transactions of one run, so that a shutdown does not wait long. */
const MAX_BATCHES = 50

/** A row with its text (null where it does not match) and its key (null where it has none). */
interface StoredKey {
  org: string
  id: string
  source: string | null
  key: string | null
}

/** Time after which no server of the previous version is expected to write keys. */
const UPGRADE_MS = 3_600_000

const refreshedDatabases = new WeakSet<Database>()

/** Recomputes keys after a migration changed their rules. The position is stored with each batch. */
export async function refreshTextKeys({
  database,
  clock,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'log'>): Promise<number> {
  if (refreshedDatabases.has(database)) return 0
  const now = clock()
  const stale = await database.db.query(sql<{ name: string; due: boolean }>`
    select name, due_at <= ${new Date(now).toISOString()} as due from stale_text_keys`)
  // Only migrations add rows, and they run before this process.
  if (stale.length === 0) refreshedDatabases.add(database)
  const isDue = (key: TextKey) => stale.some(({ name, due }) => due && name === toTextKeyName(key))
  let changed = 0
  let batches = 0
  for (const key of storedTextKeys.filter(isDue)) {
    try {
      for (let more = true; more && batches < MAX_BATCHES; batches++) {
        const step = await database.transaction((trx) => refreshBatch(trx, key, now))
        changed += step.changed
        more = step.more
      }
    } catch (error) {
      // Retries in the next run, and continues with the next key.
      log('error', 'stored keys of a text were not refreshed', {
        key: toTextKeyName(key),
        error: String(error),
      })
    }
  }
  return changed
}

interface KeyPosition {
  after_org: string
  after_id: string
}
const START: KeyPosition = { after_org: '00000000-0000-0000-0000-000000000000', after_id: '' }

async function refreshBatch(trx: Db, key: TextKey, now: number): Promise<{ changed: number; more: boolean }> {
  const name = toTextKeyName(key)
  const [position] = await trx.query(sql<KeyPosition & { again: boolean }>`
    select after_org, after_id, again from stale_text_keys
    where name = ${name} and due_at <= ${new Date(now).toISOString()} for update skip locked`)
  if (!position) return { changed: 0, more: false }
  const orgId = trx.sharded && !key.reference ? position.after_org : undefined
  const size = key.stalePattern === undefined ? BATCH_ROWS : FILTERED_BATCH_ROWS
  const rows = await trx.query(selectNextRows(key, position, size, orgId))
  const changed = await writeKeys(trx, key, rows, orgId)
  const last = rows.at(-1)
  const next =
    rows.length === size
      ? { after_org: last!.org, after_id: last!.id }
      : orgId === undefined
        ? undefined
        : await findNextOrganization(trx, orgId)
  const move = (set: object) => sql`update stale_text_keys set ${buildAssignments({ ...set })} where name = ${name}`
  if (next) await trx.query(move(next))
  else if (position.again)
    await trx.query(move({ ...START, again: false, due_at: new Date(now + UPGRADE_MS).toISOString() }))
  else await trx.query(sql`delete from stale_text_keys where name = ${name}`)
  return { changed, more: next !== undefined }
}

/** Returns the start of the next organization; sharded tables are processed one organization at a time. */
async function findNextOrganization(trx: Db, orgId: string): Promise<KeyPosition | undefined> {
  const [next] = await trx.query(sql<{ org_id: string }>`
    select org_id from organizations where org_id > ${orgId} order by org_id limit 1`)
  return next && { after_org: next.org_id, after_id: '' }
}

const orgColumn = ({ orgColumn = 'org_id' }: TextKey): string => `t.${orgColumn}`
const idColumn = ({ id }: TextKey): Sql => sql.raw(`t.${id}`)

function selectNextRows(
  key: TextKey,
  { after_org, after_id }: KeyPosition,
  size: number,
  orgId?: string,
): Sql<StoredKey> {
  const org = sql.raw(orgColumn(key))
  const column = sql.raw(`t.${key.source}`)
  const source =
    key.stalePattern === undefined ? column : sql`case when ${column} ~ ${key.stalePattern} then ${column} end`
  const storedKey = key.stalePattern === undefined ? sql.raw(`t.${key.key}`) : sql`''`
  return sql<StoredKey>`
    select ${org} as org, ${idColumn(key)} as id, ${source} as source, ${storedKey} as key
    from ${sql.raw(key.table)} t
    where ${orgEquals(orgColumn(key), orgId)} and (${org}, ${idColumn(key)}) > (${after_org}::uuid, ${after_id}::text)
    order by ${org}, ${idColumn(key)} limit ${size}`
}

async function writeKeys(trx: Db, key: TextKey, rows: StoredKey[], orgId?: string): Promise<number> {
  const changed = rows.flatMap(({ source, ...row }) => {
    if (source === null || row.key === null) return []
    const newKey = key.compute(source)
    return newKey === row.key ? [] : [{ ...row, source, newKey }]
  })
  if (changed.length === 0) return 0
  // Rows that collide are written one by one, so that each sees the key of the one before.
  const batches = key.unique ? changed.map((one) => [one]) : [changed]
  for (const batch of batches) await trx.query(buildUpdate(key, batch, orgId), { plan: 'custom' })
  return changed.length
}

type ChangedKey = Omit<StoredKey, 'key'> & { source: string; newKey: string }

/** Builds the update of some keys; it skips rows whose text has changed since, as their key is right. */
function buildUpdate(key: TextKey, rows: ChangedKey[], orgId?: string): Sql {
  const { table, unique, derivedColumn } = key
  const org = orgColumn(key)
  const more = derivedColumn && sql`, ${sql.raw(derivedColumn.column)} = ${derivedColumn.parse(sql`u.more`)}`
  return sql`
    update ${sql.raw(table)} t set ${sql.raw(key.key)} = ${unique ? buildFreeKey(key, unique, orgId) : sql`u.made`}${more ?? sql``}
    from unnest(${rows.map((row) => row.org)}::uuid[], ${rows.map((row) => row.id)}::text[],
      ${rows.map((row) => row.source)}::text[], ${rows.map((row) => row.newKey)}::text[],
      ${rows.map((row) => derivedColumn?.make(row.newKey) ?? '')}::text[]) as u(org, id, source, made, more)
    where ${orgEquals(org, orgId)} and ${sql.raw(org)} = u.org and ${idColumn(key)} = u.id
      and ${sql.raw(`t.${key.source}`)} = u.source`
}

/** Returns the key, with the id of its row appended where another row has it, so that the name can stay. */
function buildFreeKey(
  { table, key, id }: TextKey,
  { within, active }: NonNullable<TextKey['unique']>,
  orgId?: string,
): Sql {
  const same = and([
    ...['org_id', ...within].map((name) => sql.raw(`o.${name} = t.${name}`)),
    ...(active ? [sql`o.is_active and t.is_active`] : []),
  ])
  return sql`case when exists (select from ${sql.raw(table)} o where ${orgEquals('o.org_id', orgId)} and ${same}
      and ${sql.raw(`o.${key} = u.made and o.${id} <> t.${id}`)}) then u.made || E'\\x02' || u.id else u.made end`
}
