import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { statementChannel, type PublishedStatement } from '../../src/db/driver/statement-channel.ts'

/** Where the statements of a run are gathered, one file per worker, one JSON line per text: scripts/statements reads them. */
const folder = resolve('.svc', 'statements')

/** The texts that a worker has sent, and those of them that are not yet written. */
interface Sent {
  known: Set<string>
  fresh: { text: string; from: string[] }[]
}

/** A worker takes many test files, and may load this module anew for each. */
const place = globalThis as { [kept: symbol]: Sent | undefined }
const key = Symbol.for('svc:sent-statements')

/** Has this worker remember each different text that it sends from now on, and which of our files sent it first. */
export function rememberStatements(): void {
  if (place[key]) return
  const sent: Sent = { known: new Set(), fresh: [] }
  place[key] = sent
  subscribe(statementChannel, (message) => {
    const { text } = message as PublishedStatement
    if (sent.known.has(text)) return
    sent.known.add(text)
    sent.fresh.push({ text, from: senders() })
  })
}

/** Our files on the way to here, nearest first, without the database layer. */
function senders(): string[] {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 40
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  const root = process.cwd() + sep
  const files = stack
    .split('\n')
    .filter((line) => line.includes(root) && !line.includes('node_modules'))
    .map((line) => line.slice(line.indexOf(root) + root.length).replace(/(:\d+)*\)?$/, ''))
    .filter((file) => !/^dist\/db\/|^test\/support\/statements/.test(file))
  return [...new Set(files)].slice(0, 6)
}

/** Writes down what has come since it was last called. */
export function writeStatements(): void {
  const fresh = place[key]?.fresh.splice(0) ?? []
  if (fresh.length === 0) return
  mkdirSync(folder, { recursive: true })
  const lines = fresh.map((statement) => `${JSON.stringify(statement)}\n`)
  appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''))
}

/** Forgets the statements of the run before. */
export const forgetStatements = (): void => rmSync(folder, { recursive: true, force: true })
