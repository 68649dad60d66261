import { DatabaseUnavailable, type Database } from '../../db/database.ts'

/** Statements, or transactions, of one person that run at once. */
const atOnce = 4
/** Milliseconds that one may wait for those before it. */
const patience = 5_000

/** Too many of a person's own requests were before this one: nothing of it was begun. */
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

/**
 * A transaction counts as one statement: it holds one connection, and what runs within it waits for no other turn, so
 * that nobody who has a connection waits for who has none. On PostgreSQL look-ups by key are not counted. They are over
 * within a millisecond, and share connections of their own.
 */
export function createTurns(database: Database): Turns {
  const lines = new Map<string, Line>()

  async function inTurn<T>(person: string, work: () => Promise<T>): Promise<T> {
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

  return {
    of: (person) => ({
      engine: database.engine,
      db: {
        query: (statement, how) => inTurn(person, () => database.db.query(statement, how)),
        lookUp: (statement) =>
          database.engine === 'postgres'
            ? database.db.lookUp(statement)
            : inTurn(person, () => database.db.lookUp(statement)),
      },
      transaction: (work) => inTurn(person, () => database.transaction(work)),
      walk: (statement, work) => inTurn(person, () => database.walk(statement, work)),
      ping: () => database.ping(),
      connections: () => database.connections(),
      statements: () => database.statements(),
      close: () => database.close(),
    }),
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
