// Lists what the last test run sent against the rules, excepted or not, by the source that sent it; with a folder, what was
// recorded there. Says at the end what is allowed and worth to know of.
import { exceptions, findingsOf, line } from './lint.mjs'
import { recorded } from './recorded.mjs'

/** What only passes on what others ask for. */
const between = /^src\/kernel\/(limits|lists|request)\//

const folder = process.argv[2]
const { found, notes, unreadable } = await findingsOf(recorded(folder))
const excepted = new Set(exceptions().map(({ finding }) => finding))

/** @type {Map<string, Map<string, string[]>>} findings by source and statement */
const bySource = new Map()
for (const { mark, statement, sources } of found.values()) {
  const source = sources.find((each) => !between.test(each)) ?? sources[0] ?? 'not known'
  const statements = bySource.get(source) ?? new Map()
  bySource.set(source, statements)
  statements.set(statement, [...(statements.get(statement) ?? []), mark])
}
for (const [source, statements] of [...bySource].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  process.stdout.write(`\n== ${source}\n`)
  for (const [statement, marks] of statements) {
    for (const mark of marks.toSorted()) process.stdout.write(`${excepted.has(mark) ? '-' : '!'} ${mark}\n`)
    process.stdout.write(`    ${line(statement)}\n`)
  }
}
for (const statement of unreadable) process.stdout.write(`\ncan't be judged, ${statement}\n`)
process.stdout.write(`\n${found.size} findings; allowed: ${JSON.stringify(notes)}\n`)
