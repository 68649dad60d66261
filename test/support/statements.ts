import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { statementChannel, type PublishedStatement } from '../../src/db/driver/statement-channel.ts'

/** Folder of the recorded statements: a file per worker, a JSON line per text, read by scripts/statements. */
const folder = resolve('.svc', 'statements')

interface RecordedStatements {
  known: Set<string>
  pending: { text: string; from: string[] }[]
}

/** Global, since a worker may load this module again for each test file. */
const globalState = globalThis as { [key: symbol]: RecordedStatements | undefined }
const key = Symbol.for('svc:sent-statements')

/** Records each distinct statement of this worker, and the source file that sent it first. */
export function recordStatements(): void {
  if (globalState[key]) return
  const recorded: RecordedStatements = { known: new Set(), pending: [] }
  globalState[key] = recorded
  subscribe(statementChannel, (message) => {
    const { text } = message as PublishedStatement
    if (recorded.known.has(text)) return
    recorded.known.add(text)
    recorded.pending.push({ text, from: listSenders() })
  })
}

/** Returns the source files on the call stack, nearest first, without the database layer. */
function listSenders(): string[] {
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

export function writeStatements(): void {
  const pendingStatements = globalState[key]?.pending.splice(0) ?? []
  if (pendingStatements.length === 0) return
  mkdirSync(folder, { recursive: true })
  const lines = pendingStatements.map((statement) => `${JSON.stringify(statement)}\n`)
  appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''))
}

export const deleteStatements = (): void => rmSync(folder, { recursive: true, force: true })
