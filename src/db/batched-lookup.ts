import type { Database, Db } from './database.ts'
import { MAX_LIST_LENGTH, type Sql } from './sql.ts'

const MAX_WAIT_MS = 20
const waitAtMost = () => new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS).unref())

const MAX_CONCURRENT = 2

/** Batches concurrent lookups (a DataLoader); never returns data read before the call. */
function createBatcher<K, R>(
  findMany: (keys: K[]) => Promise<Map<string, R>>,
  nameOf: (key: K) => string,
): (key: K) => Promise<R | undefined> {
  let next: { keys: Map<string, K>; result: Promise<Map<string, R>> } | undefined
  const running = new Set<Promise<unknown>>()
  const waitForSlot = () => (running.size < MAX_CONCURRENT ? undefined : Promise.race([...running, waitAtMost()]))
  const openBatch = () => {
    const keys = new Map<string, K>()
    // Collects the keys of one turn of the event loop even when no statement is running.
    const endOfTurn = new Promise<void>((resolve) => setImmediate(resolve))
    const result = Promise.all([endOfTurn, waitForSlot()]).then(() => {
      next = undefined
      const found = findInBatches([...keys.values()], findMany)
      const finished: Promise<unknown> = found.then(
        () => running.delete(finished),
        () => running.delete(finished),
      )
      running.add(finished)
      return found
    })
    return { keys, result }
  }
  return async (key) => {
    const name = nameOf(key)
    next ??= openBatch()
    next.keys.set(name, key)
    return (await next.result).get(name)
  }
}

async function findInBatches<K, R>(
  keys: K[],
  findMany: (keys: K[]) => Promise<Map<string, R>>,
): Promise<Map<string, R>> {
  if (keys.length <= MAX_LIST_LENGTH) return findMany(keys)
  const batches = Array.from({ length: Math.ceil(keys.length / MAX_LIST_LENGTH) }, (_, i) =>
    keys.slice(i * MAX_LIST_LENGTH, (i + 1) * MAX_LIST_LENGTH),
  )
  return new Map((await Promise.all(batches.map(findMany))).flatMap((found) => [...found]))
}

type FindMany<K, R> = (database: Database, keys: K[]) => Promise<R[]>

type BatchedLookupOptions<K, R> = (SelectBatch<K, R> | { find: FindMany<K, R> }) & {
  /** Returns the text that identifies a key; `rowToKey` returns the same for its row. */
  toKey: (key: K) => string
  rowToKey: (row: R) => string
}

interface SelectBatch<K, R> {
  select: (keys: K[]) => Sql<R>
  /** Reads the rows on a sharded database, where `select` is not suitable. */
  findSharded?: (db: Db, keys: K[]) => Promise<R[]>
}

const findSelected =
  <K, R>({ select, findSharded }: SelectBatch<K, R>): FindMany<K, R> =>
  (database, keys) =>
    findSharded && database.sharded ? findSharded(database.db, keys) : database.db.queryByKey(select(keys))

export function batchedLookup<K, R>(
  options: BatchedLookupOptions<K, R>,
): (database: Database, key: K) => Promise<R | undefined> {
  const { toKey, rowToKey } = options
  const findMany = 'find' in options ? options.find : findSelected(options)
  const lookups = new WeakMap<Database, (key: K) => Promise<R | undefined>>()
  return (database, key) => {
    let lookup = lookups.get(database)
    if (!lookup) {
      const find = async (keys: K[]) => new Map((await findMany(database, keys)).map((row) => [rowToKey(row), row]))
      lookups.set(database, (lookup = createBatcher(find, toKey)))
    }
    return lookup(key)
  }
}
