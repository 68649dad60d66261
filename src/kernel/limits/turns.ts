import {
  DatabaseUnavailable,
  type Database,
  type Db,
  type RunOptions,
  type Transaction,
} from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'

/** Statements of one person that run at once, and the fewest transactions. */
export const MAX_STATEMENTS_AT_ONCE = 4
/** Connections that the transactions of one person leave to others. */
const left = 2
/** Milliseconds that one may wait for those before it. */
const patience = 5_000

/** Too many requests of the same person were before this one, of which nothing was begun. */
export class TurnMissed extends DatabaseUnavailable {}

/** The statements of one person: how many run, and who waits, in the order they came. */
interface Line {
  running: number
  waiting: Waiting[]
}

/** One that waits until fewer than `most` run. */
interface Waiting {
  most: number
  go: () => void
  late: (error: Error) => void
}

/** Shares a database out among people, so that what one of them asks keeps nobody else from it. */
export interface Turns {
  /**
   * The database as it is for this person: a statement waits while four of theirs run, a transaction while they have all
   * connections but two, five seconds at most. A statement keeps a processor busy, so that more at once would only slow one
   * another. A transaction mostly waits, for the disk above all: with more at once a flush serves more of them.
   */
  of(person: string): Database
}

/** Turns at a database, for the requests of this process, which have so many connections. */
export function createTurns(database: Database, connections: number): Turns {
  const lines = new Map<string, Line>()
  // The embedded database has one connection, where whoever comes waits for all that came before.
  const transactions =
    database.engine === 'postgres'
      ? Math.max(MAX_STATEMENTS_AT_ONCE, connections - left)
      : MAX_STATEMENTS_AT_ONCE
  return { of: (person) => new SharedDatabase(database, lines, person, transactions) }
}

/**
 * A database as one person is given it. A transaction counts as one statement: it holds one connection, and what runs
 * within it waits for no other turn, so that nobody who has a connection waits for who has none. Look-ups by key are not
 * counted: they are over within a millisecond, and go to the database together with those of others.
 *
 * Every request makes one, which is why it is a class: a closure for each method would cost an eighth of a read.
 */
class SharedDatabase implements Database, Db {
  readonly engine: Database['engine']
  readonly sharded: boolean
  readonly #database: Database
  readonly #lines: Map<string, Line>
  readonly #person: string
  /** How many transactions of this person run at once. */
  readonly #transactions: number

  constructor(database: Database, lines: Map<string, Line>, person: string, transactions: number) {
    this.engine = database.engine
    this.sharded = database.sharded
    this.#database = database
    this.#lines = lines
    this.#person = person
    this.#transactions = transactions
  }

  get db(): Db {
    return this
  }

  query<R>(statement: Sql<R>, how?: RunOptions): Promise<R[]> {
    return this.#inTurn(() => this.#database.db.query(statement, how))
  }

  lookUp<R>(statement: Sql<R>): Promise<R[]> {
    return this.#database.db.lookUp(statement)
  }

  transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#database.transaction(work), this.#transactions)
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

  losses(): number {
    return this.#database.losses()
  }

  statements(): number {
    return this.#database.statements()
  }

  close(): Promise<void> {
    return this.#database.close()
  }

  async #inTurn<T>(work: () => Promise<T>, most = MAX_STATEMENTS_AT_ONCE): Promise<T> {
    const [lines, person] = [this.#lines, this.#person]
    let line = lines.get(person)
    if (!line) lines.set(person, (line = { running: 0, waiting: [] }))
    // Whoever is in line goes first, though there may be room for this one.
    if (line.running < most && line.waiting.length === 0) line.running++
    else await turnIn(line, most)
    try {
      return await work()
    } finally {
      line.running--
      handOver(line)
      if (line.running === 0) lines.delete(person)
    }
  }
}

/** Lets those go for whom there is room by now, in the order in which they came. */
function handOver(line: Line): void {
  while (line.waiting.length > 0 && line.running < line.waiting[0]!.most) {
    line.running++
    line.waiting.shift()!.go()
  }
}

/** Resolves when there is room, and rejects after five seconds. */
function turnIn(line: Line, most: number): Promise<void> {
  const { waiting } = line
  return new Promise((resolve, reject) => {
    // All wait equally long, so the first to lose patience is the first in line.
    const timer = setTimeout(() => {
      waiting.shift()!.late(new TurnMissed('no turn'))
      handOver(line)
    }, patience)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push({ most, go, late: reject })
  })
}
