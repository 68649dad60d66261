// Holds the statements of a test run to the rules, so that the service stays able to run with each organization's rows on
// one of several machines. exceptions.json has what may break them, each with its reason, and only gets shorter.
import { readFileSync } from 'node:fs'
import { loadModule } from 'libpg-query'
import { recorded } from './recorded.mjs'
import { judge, rules } from './rules.mjs'

/**
 * A finding in the statement that was met first with it.
 * @typedef {import('./rules.mjs').Finding & { statement: string, sources: string[] }} Found
 */

const file = new URL('exceptions.json', import.meta.url)

/**
 * @param {Map<string, string[]>} statements texts, with the sources that sent them
 * @returns {Promise<{ found: Map<string, Found>, notes: Record<string, number>, unreadable: string[] }>} one finding a mark
 */
export async function findingsOf(statements) {
  await loadModule()
  const found = new Map()
  const notes = {}
  const unreadable = []
  for (const [statement, sources] of statements) {
    const judged = judgedIfRead(statement)
    if ('error' in judged) {
      unreadable.push(`${judged.error}: ${line(statement)}`)
      continue
    }
    for (const finding of judged.findings) {
      if (!found.has(finding.mark)) found.set(finding.mark, { ...finding, statement, sources })
    }
    for (const { kind } of judged.notes) notes[kind] = (notes[kind] ?? 0) + 1
  }
  return { found, notes, unreadable }
}

function judgedIfRead(statement) {
  try {
    return judge(statement)
  } catch (error) {
    return { error }
  }
}

/**
 * Says what the last run sent against the rules.
 * An exception may say that its statement is sent `seldom`, as after a race: then a run without it is none to go by.
 * @param {{ whole: boolean }} how whole: nearly every test ran, so that an exception that nothing needed is a fault too
 * @returns {Promise<string[]>} the faults, in words
 */
export async function lintStatements({ whole }) {
  const { found, unreadable } = await findingsOf(recorded())
  const allowed = new Map(exceptions().map((exception) => [exception.finding, exception]))
  const unneeded = [...allowed.values()].filter(({ finding, seldom }) => !seldom && !found.has(finding))
  return [
    ...unreadable.map((statement) => `can't be judged, ${statement}`),
    ...[...found.values()].filter(({ mark }) => !allowed.has(mark)).map(told),
    ...(whole ? unneeded : []).map(({ finding }) => `no statement needs this exception any more: ${finding}`),
  ]
}

/** All exceptions, of every group. */
export function exceptions() {
  return Object.values(JSON.parse(readFileSync(file, 'utf8'))).flat()
}

const told = ({ mark, rule, statement, sources }) =>
  `${mark}\n  ${rules[rule]}\n  ${line(statement)}\n  sent by ${sources.join(' < ') || 'a source that is not known'}`

/** @param {string} statement */
export const line = (statement) => statement.replace(/\s+/g, ' ').trim()
