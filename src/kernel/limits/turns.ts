import {
  DatabaseUnavailable,
  type Database,
  type Db,
  type RunOptions,
  type Transaction,
} from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'

/** Statements, or transactions, of one person that run at once. */
const atOnce = 4
/** Milliseconds that one may wait for those before it. */
const patience = 5_000

/** Too many requests of the same person were before this one, of which nothing was begun. */
export class TurnMissed extends DatabaseUnavailable {}

/** The statements of one person: how many run, and who waits, in the order they came. */
interface Line {
  running: number
  waiting: { go: () => void; late: (error: Error) => void }[]
}

/** Shares a database out among people, so that what one of them asks keeps nobody else from it. */
export interface Turns {
  /** The database as it is for this person: of more than four statements at once the others wait, five seconds at most. */
  of(person: string): Database
}

/** Turns at a database, for the requests of this process. */
export function createTurns(database: Database): Turns {
  const lines = new Map<string, Line>()
  return { of: (person) => new SharedDatabase(database, lines, person) }
}

/**
 * A database as one person is given it. A transaction counts as one statement: it holds one connection, and what runs
 * within it waits for no other turn, so that nobody who has a connection waits for who has none. On PostgreSQL look-ups by
 * key are not counted. They are over within a millisecond, and share connections of their own.
 *
 * Every request makes one, which is why it is a class: a closure for each method would cost an eighth of a read.
 */
class SharedDatabase implements Database, Db {
  readonly engine: Database['engine']
  readonly #database: Database
  readonly #lines: Map<string, Line>
  readonly #person: string

  constructor(database: Database, lines: Map<string, Line>, person: string) {
    this.engine = database.engine
    this.#database = database
    this.#lines = lines
    this.#person = person
  }

  get db(): Db {
    return this
  }

  query<R>(statement: Sql<R>, how?: RunOptions): Promise<R[]> {
    return this.#inTurn(() => this.#database.db.query(statement, how))
  }

  lookUp<R>(statement: Sql<R>): Promise<R[]> {
    const { db } = this.#database
    return this.engine === 'postgres' ? db.lookUp(statement) : this.#inTurn(() => db.lookUp(statement))
  }

  transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#database.transaction(work))
  }

  walk<R, T>(statement: Sql<R>, work: (portions: AsyncIterable<R[]>) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#database.walk(statement, work))
  }

  ping(): Promise<void> {
    return this.#database.ping()
  }

  connections(): ReturnType<Database['connections']> {
    return this.#database.connections()
  }

  statements(): number {
    return this.#database.statements()
  }

  close(): Promise<void> {
    return this.#database.close()
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const [lines, person] = [this.#lines, this.#person]
    let line = lines.get(person)
    if (!line) lines.set(person, (line = { running: 0, waiting: [] }))
    if (line.running < atOnce) line.running++
    else await turnIn(line)
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next.go()
      else if (--line.running === 0) lines.delete(person)
    }
  }
}

/** Resolves when one that runs hands its place over; rejects after five seconds. */
function turnIn({ waiting }: Line): Promise<void> {
  return new Promise((resolve, reject) => {
    // All wait equally long, so the first to lose patience is the first in line.
    const timer = setTimeout(() => waiting.shift()!.late(new TurnMissed('no turn')), patience)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push({ go, late: reject })
  })
}
