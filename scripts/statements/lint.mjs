// Checks the statements of a test run against the rules for sharding by organization. exceptions.json lists findings that
// are accepted, with their reasons; do not add to it.
import { readFileSync } from 'node:fs'
import { loadModule } from 'libpg-query'
import { readRecordings } from './recorded.mjs'
import { checkStatement, rules } from './rules.mjs'

/**
 * A finding with the first statement that has it.
 * @typedef {import('./rules.mjs').Finding & { statement: string, sources: string[] }} Found
 */

const file = new URL('exceptions.json', import.meta.url)

/**
 * @param {Map<string, string[]>} statements texts, with the sources that sent them
 * @returns {Promise<{ found: Map<string, Found>, notes: Record<string, number>, unreadable: string[] }>} one finding per mark
 */
export async function collectFindings(statements) {
  await loadModule()
  const found = new Map()
  const notes = {}
  const unreadable = []
  for (const [statement, sources] of statements) {
    const checked = tryCheck(statement)
    if ('error' in checked) {
      unreadable.push(`${checked.error}: ${toLine(statement)}`)
      continue
    }
    for (const finding of checked.findings) {
      if (!found.has(finding.mark)) found.set(finding.mark, { ...finding, statement, sources })
    }
    for (const { kind } of checked.notes) notes[kind] = (notes[kind] ?? 0) + 1
  }
  return { found, notes, unreadable }
}

function tryCheck(statement) {
  try {
    return checkStatement(statement)
  } catch (error) {
    return { error }
  }
}

/**
 * Checks the statements of the last run. An exception marked `seldom` is for a statement that not every run sends.
 * @param {{ whole: boolean }} options whole: nearly all tests ran, so that an unused exception is a fault, too
 * @returns {Promise<string[]>} messages
 */
export async function lintStatements({ whole }) {
  const { found, unreadable } = await collectFindings(readRecordings())
  const allowed = new Map(readExceptions().map((exception) => [exception.finding, exception]))
  const unused = [...allowed.values()].filter(({ finding, seldom }) => !seldom && !found.has(finding))
  return [
    ...unreadable.map((statement) => `cannot be parsed, ${statement}`),
    ...[...found.values()].filter(({ mark }) => !allowed.has(mark)).map(formatFinding),
    ...(whole ? unused : []).map(({ finding }) => `unused exception: ${finding}`),
  ]
}

export function readExceptions() {
  return Object.values(JSON.parse(readFileSync(file, 'utf8'))).flat()
}

const formatFinding = ({ mark, rule, statement, sources }) =>
  `${mark}\n  ${rules[rule]}\n  ${toLine(statement)}\n  sent by ${sources.join(' < ') || 'an unknown source'}`

/** @param {string} statement */
export const toLine = (statement) => statement.replace(/\s+/g, ' ').trim()
