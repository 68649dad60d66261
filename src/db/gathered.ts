import type { Database, Db } from './database.ts'
import { mostListed, type Sql } from './sql.ts'

/** Milliseconds after which the next statement no longer waits for a slow one. */
const longest = 20
const patience = () => new Promise((resolve) => setTimeout(resolve, longest).unref())

/** How many statements of one kind are under way at once. */
const atOnce = 2

/**
 * Look-ups by key that share statements. Two statements are under way at a time; whoever asks meanwhile waits for the
 * next, which asks for all their keys at once, each once. So every answer comes from a statement sent after it was asked
 * for, nobody is answered from the past, and a busy server asks a few times for what an idle one asks singly.
 *
 * `findMany` finds what at most `mostListed` keys name and gives it by the same texts as `nameOf`, which is different
 * for different keys.
 */
function gathered<K, R>(
  findMany: (keys: K[]) => Promise<Map<string, R>>,
  nameOf: (key: K) => string,
): (key: K) => Promise<R | undefined> {
  let next: { keys: Map<string, K>; answer: Promise<Map<string, R>> } | undefined
  const underWay = new Set<Promise<unknown>>()
  const room = () => (underWay.size < atOnce ? undefined : Promise.race([...underWay, patience()]))
  const open = () => {
    const keys = new Map<string, K>()
    // What is read in one turn of the event loop goes out together even when nothing is under way.
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const answer = Promise.all([turn, room()]).then(() => {
      next = undefined
      const found = inParts([...keys.values()], findMany)
      const ended: Promise<unknown> = found.then(
        () => underWay.delete(ended),
        () => underWay.delete(ended),
      )
      underWay.add(ended)
      return found
    })
    return { keys, answer }
  }
  return async (key) => {
    const name = nameOf(key)
    next ??= open()
    next.keys.set(name, key)
    return (await next.answer).get(name)
  }
}

/** As many statements as so many keys need. */
async function inParts<K, R>(
  keys: K[],
  findMany: (keys: K[]) => Promise<Map<string, R>>,
): Promise<Map<string, R>> {
  if (keys.length <= mostListed) return findMany(keys)
  const parts = Array.from({ length: Math.ceil(keys.length / mostListed) }, (_, i) =>
    keys.slice(i * mostListed, (i + 1) * mostListed),
  )
  return new Map((await Promise.all(parts.map(findMany))).flatMap((found) => [...found]))
}

/** A kind of look-up that requests share. */
interface SharedLookUp<K, R> {
  /** The statement that finds the rows of at most `mostListed` keys. */
  select: (keys: K[]) => Sql<R>
  /** Finds them where the tables are spread over several servers; left out where the same statement does. */
  findSpread?: (db: Db, keys: K[]) => Promise<R[]>
  /** A text for each key, and the same for the row that it finds. */
  nameOf: (key: K) => string
  nameOfRow: (row: R) => string
}

/**
 * A look-up by key, on the database that is given with the key. What requests ask of one database at once is asked by one
 * statement, as `gathered` says.
 */
export function sharedLookUp<K, R>({
  select,
  findSpread,
  nameOf,
  nameOfRow,
}: SharedLookUp<K, R>): (database: Database, key: K) => Promise<R | undefined> {
  const ofDatabases = new WeakMap<Database, (key: K) => Promise<R | undefined>>()
  return (database, key) => {
    let lookUp = ofDatabases.get(database)
    if (!lookUp) {
      const read = (keys: K[]) =>
        findSpread && database.sharded ? findSpread(database.db, keys) : database.db.lookUp(select(keys))
      const find = async (keys: K[]) => new Map((await read(keys)).map((row) => [nameOfRow(row), row]))
      ofDatabases.set(database, (lookUp = gathered(find, nameOf)))
    }
    return lookUp(key)
  }
}
