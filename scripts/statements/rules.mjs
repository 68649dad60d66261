// What a statement must keep to so that it runs where the rows of each organization lie on one of several machines.
import { bindings, isValue } from './binding.mjs'
import { distribution, organizationColumn } from './distribution.mjs'
import { levelsOf } from './levels.mjs'

/** @typedef {'organization' | 'recursion' | 'lock' | 'subquery' | 'nothing' | 'copy'} Rule */

/**
 * What each rule asks for.
 * @type {Record<Rule, string>}
 */
export const rules = {
  organization: `each table of organizations has "alias.${organizationColumn} = $n" on the level that reads or writes it`,
  recursion: 'so does each in a recursive part of WITH, on both sides of its UNION',
  lock: 'rows are locked in one organization at a time',
  subquery: 'VALUES of an INSERT hold no subquery',
  nothing: 'a SELECT from a part of WITH selects something: SELECT 1, not SELECT',
  copy: 'events are inserted by VALUES, not by a SELECT from a set of records',
}

/**
 * A table that breaks a rule, or that is read in a way that is allowed and worth a list.
 * @typedef {{ rule: Rule, table: string, alias: string, what: string }} Finding
 * @typedef {{ kind: 'several' | 'joined' | 'copied', table: string, alias: string }} Note
 */

const tenant = new Set(distribution.organization)
const local = new Set(distribution.local)
const withOrganization = (name) => tenant.has(name) || distribution.reference.includes(name)

/**
 * @param {{ stmts?: { stmt: object }[] }} tree what libpg-query gives for a text
 * @returns {{ findings: Finding[], notes: Note[] }}
 */
export function judge(tree) {
  const findings = []
  const notes = []
  for (const level of levelsOf(tree)) {
    if (level.command === 'INSERT') inserted(level, findings, notes)
    else read(level, findings, notes)
  }
  return { findings, notes }
}

function read(level, findings, notes) {
  const { command, node, recursive, relations } = level
  for (const [{ name: table, alias, cte }, binding] of bindings(level, withOrganization, organizationColumn)) {
    if (cte || !tenant.has(table)) continue
    const several = binding === 'several' && command === 'SELECT'
    if (binding === 'none' || (binding === 'several' && !several)) {
      findings.push({
        rule: recursive ? 'recursion' : 'organization',
        table,
        alias,
        what: `${command} ${named(table, alias)}`,
      })
    } else if (binding !== 'one') notes.push({ kind: binding, table, alias })
    if (['several', 'none'].includes(binding) && locks(node, alias)) {
      findings.push({ rule: 'lock', table, alias, what: `FOR … OF ${named(table, alias)}` })
    }
  }
  const part = relations.find(({ cte }) => cte)
  if (part && command === 'SELECT' && !node.targetList) {
    findings.push({ rule: 'nothing', table: part.name, alias: part.alias, what: `SELECT FROM ${part.name}` })
  }
}

const named = (table, alias) => (alias === table ? table : `${table} ${alias}`)

const locks = ({ lockingClause }, alias) =>
  (lockingClause ?? []).some(
    ({ LockingClause: { lockedRels } }) =>
      !lockedRels || lockedRels.some(({ RangeVar }) => RangeVar.relname === alias),
  )

function inserted({ node, relations: [{ name: table, alias }] }, findings, notes) {
  if (local.has(table)) return
  const source = node.selectStmt?.SelectStmt
  const rows = source?.valuesLists?.map(({ List }) => List.items)
  if (!rows) {
    if (source && tenant.has(table)) copied(table, alias, source, findings, notes)
    return
  }
  if (JSON.stringify(rows).includes('"SubLink"')) {
    findings.push({ rule: 'subquery', table, alias, what: `INSERT INTO ${table} … VALUES (… (SELECT …))` })
  }
  const position = node.cols?.findIndex(({ ResTarget }) => ResTarget.name === organizationColumn) ?? 0
  if (tenant.has(table) && !rows.every((row) => isValue(row[position]))) {
    findings.push({ rule: 'organization', table, alias, what: `INSERT INTO ${table}` })
  }
}

/** An INSERT of what a SELECT gives; the SELECT itself is a level of its own. */
function copied(table, alias, source, findings, notes) {
  const fromSet = (source.fromClause ?? []).some((item) => item.RangeFunction)
  if (table === 'events' && fromSet) {
    findings.push({ rule: 'copy', table, alias, what: 'INSERT INTO events … SELECT … FROM a function' })
  } else if (fromSet) notes.push({ kind: 'copied', table, alias })
}
