// Lists the findings of the last test run, or of a folder of recordings, by the source that sent the statement, with
// exceptions. Prints the number of notes at the end.
import { collectFindings, readExceptions, toLine } from './lint.mjs'
import { readRecordings } from './recorded.mjs'

/** Sources that only pass on statements of others. */
const passThrough = /^src\/http\/((limits|pagination|hooks)\/|[^/]+$)/

const folder = process.argv[2]
const { found, notes, unreadable } = await collectFindings(readRecordings(folder))
const excepted = new Set(readExceptions().map(({ finding }) => finding))

/** @type {Map<string, Map<string, string[]>>} findings by source and statement */
const bySource = new Map()
for (const { mark, statement, sources } of found.values()) {
  const source = sources.find((each) => !passThrough.test(each)) ?? sources[0] ?? 'unknown'
  const statements = bySource.get(source) ?? new Map()
  bySource.set(source, statements)
  statements.set(statement, [...(statements.get(statement) ?? []), mark])
}
for (const [source, statements] of [...bySource].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  process.stdout.write(`\n== ${source}\n`)
  for (const [statement, marks] of statements) {
    for (const mark of marks.toSorted()) process.stdout.write(`${excepted.has(mark) ? '-' : '!'} ${mark}\n`)
    process.stdout.write(`    ${toLine(statement)}\n`)
  }
}
for (const statement of unreadable) process.stdout.write(`\ncannot be parsed, ${statement}\n`)
process.stdout.write(`\n${found.size} findings; notes: ${JSON.stringify(notes)}\n`)
