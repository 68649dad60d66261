// The rules for statements that run on a database sharded by organization.
import { parseSync } from 'libpg-query'
import { findBindings, isValue } from './binding.mjs'
import { distribution, organizationColumn } from './distribution.mjs'
import { buildMark } from './marks.mjs'
import { parseLevels } from './levels.mjs'

/** @typedef {'organization' | 'recursion' | 'lock' | 'subquery' | 'nothing' | 'copy' | 'conflict' | 'cast'} Rule */

/**
 * Descriptions.
 * @type {Record<Rule, string>}
 */
export const rules = {
  organization: `each table of organizations has "alias.${organizationColumn} = $n" on the level that reads or writes it`,
  recursion: 'so does each in a recursive part of WITH, on both sides of its UNION',
  lock: 'rows are locked in one organization at a time',
  subquery: 'VALUES of an INSERT hold no subquery',
  nothing: 'a SELECT from a part of WITH selects something: SELECT 1, not SELECT',
  copy: 'events are inserted by VALUES, not by a SELECT from a set of records',
  cast: 'UPDATE casts no column to an array, which is a function that depends on settings',
  conflict: 'DO UPDATE has neither subqueries nor intervals, since functions that depend on settings are refused there',
}

/**
 * A table that breaks a rule, with a mark that does not depend on filters on other columns; or a note on an allowed kind
 * of access.
 * @typedef {{ rule: Rule, table: string, alias: string, mark: string }} Finding
 * @typedef {{ kind: 'several' | 'joined' | 'copied', table: string, alias: string }} Note
 */

const sharded = new Set(distribution.organization)
const local = new Set(distribution.local)
const hasOrganization = (name) => sharded.has(name) || distribution.reference.includes(name)

const locking = /\bfor (no key update|update|share|key share)\b/i

/**
 * Returns a statement as it is sent to sharded tables. On one server, comments mark a condition on the organization, and a
 * locking statement that would be sent once per organization.
 * @param {string} text
 */
function toSharded(text) {
  const withConditions = text.replaceAll(/\btrue \/\* ((?:\w+\.)?org_id) \*\//g, '$1 = $$1')
  return locking.test(withConditions)
    ? withConditions.replaceAll(/= any\((\$\d+::uuid)\[\]\) \/\* each \*\//g, '= $1')
    : withConditions
}

/**
 * @param {string} text a statement; requires `loadModule` of the parser
 * @returns {{ findings: Finding[], notes: Note[] }}
 * @throws {Error} of the parser, on a syntax error
 */
export function checkStatement(text) {
  const findings = []
  const notes = []
  for (const level of parseLevels(parseSync(toSharded(text)))) {
    if (level.command === 'INSERT') checkInsert(level, findings, notes)
    else checkRelations(level, findings, notes)
  }
  return { findings, notes }
}

function checkRelations(level, findings, notes) {
  const { command, node, recursive, relations } = level
  for (const [{ name: table, alias, cte }, binding] of findBindings(level, hasOrganization, organizationColumn)) {
    if (cte || !sharded.has(table)) continue
    const report = (rule) => findings.push({ rule, table, alias, mark: buildMark(rule, level, table, alias) })
    if (binding === 'none' || (binding === 'several' && command !== 'SELECT')) {
      report(recursive ? 'recursion' : 'organization')
    } else if (binding !== 'one') notes.push({ kind: binding, table, alias })
    if (['several', 'none'].includes(binding) && isLocked(node, alias)) report('lock')
  }
  if (command === 'UPDATE' && sharded.has(relations[0].name) && castsToArray(node.targetList)) {
    const [{ name: table, alias }] = relations
    findings.push({ rule: 'cast', table, alias, mark: buildMark('cast', level, table, alias) })
  }
  const part = relations.find(({ cte }) => cte)
  if (part && command === 'SELECT' && !node.targetList) {
    const [table, alias] = [part.name, part.alias]
    findings.push({ rule: 'nothing', table, alias, mark: buildMark('nothing', level, table, alias) })
  }
}

/** Returns whether a column is cast to an array anywhere in a node. */
function castsToArray(node) {
  if (!node || typeof node !== 'object') return false
  const { arg, typeName } = node.TypeCast ?? {}
  if (arg?.ColumnRef && typeName.arrayBounds) return true
  return Object.values(node).some(castsToArray)
}

const isLocked = ({ lockingClause }, alias) =>
  (lockingClause ?? []).some(
    ({ LockingClause: { lockedRels } }) => !lockedRels || lockedRels.some(({ RangeVar }) => RangeVar.relname === alias),
  )

function checkInsert(level, findings, notes) {
  const { node, relations } = level
  const [{ name: table, alias }] = relations
  const report = (rule) => findings.push({ rule, table, alias, mark: buildMark(rule, level, table, alias) })
  const { targetList = [], whereClause } = node.onConflictClause ?? {}
  // A local table that refers to a reference table is planned like one that is sharded.
  const refused = local.has(table) ? /"SubLink"/ : /"SubLink"|"sval":"interval"/
  if (refused.test(JSON.stringify([targetList, whereClause]))) report('conflict')
  if (local.has(table)) return
  const source = node.selectStmt?.SelectStmt
  const rows = source?.valuesLists?.map(({ List }) => List.items)
  if (rows) {
    if (JSON.stringify(rows).includes('"SubLink"')) report('subquery')
    const position = node.cols?.findIndex(({ ResTarget }) => ResTarget.name === organizationColumn) ?? 0
    if (sharded.has(table) && !rows.every((row) => isValue(row[position]))) report('organization')
  } else if (source && sharded.has(table) && isFromFunction(source)) {
    if (table === 'events') report('copy')
    else notes.push({ kind: 'copied', table, alias })
  }
}

const isFromFunction = ({ fromClause }) => (fromClause ?? []).some((item) => item.RangeFunction)
