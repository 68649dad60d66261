// What a statement must keep to so that it runs where the rows of each organization lie on one of several machines.
import { parseSync } from 'libpg-query'
import { bindings, isValue } from './binding.mjs'
import { distribution, organizationColumn } from './distribution.mjs'
import { markOf } from './marks.mjs'
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
 * A table that breaks a rule, with a mark that stays the same however many filters a statement has on other columns; or one
 * that is read in a way that is allowed and worth a list.
 * @typedef {{ rule: Rule, table: string, alias: string, mark: string }} Finding
 * @typedef {{ kind: 'several' | 'joined' | 'copied', table: string, alias: string }} Note
 */

const tenant = new Set(distribution.organization)
const local = new Set(distribution.local)
const withOrganization = (name) => tenant.has(name) || distribution.reference.includes(name)

/** How a statement locks rows. */
const locking = /\bfor (no key update|update|share|key share)\b/i

/**
 * A statement as it is sent where the tables are spread. On one server it leaves comments: `ofOrganization` of
 * src/core/sql-fragments.ts where it would name the organization, `sql.among` where a statement that locks is sent for each of them.
 * @param {string} text
 */
function asSpread(text) {
  const named = text.replaceAll(/\btrue \/\* ((?:\w+\.)?org_id) \*\//g, '$1 = $$1')
  return locking.test(named) ? named.replaceAll(/= any\((\$\d+::uuid)\[\]\) \/\* each \*\//g, '= $1') : named
}

/**
 * @param {string} text a statement; the parser's `loadModule` has been called and waited for
 * @returns {{ findings: Finding[], notes: Note[] }}
 * @throws {Error} of the parser, on what PostgreSQL would not understand
 */
export function judge(text) {
  const findings = []
  const notes = []
  for (const level of levelsOf(parseSync(asSpread(text)))) {
    if (level.command === 'INSERT') inserted(level, findings, notes)
    else read(level, findings, notes)
  }
  return { findings, notes }
}

function read(level, findings, notes) {
  const { command, node, recursive, relations } = level
  for (const [{ name: table, alias, cte }, binding] of bindings(
    level,
    withOrganization,
    organizationColumn,
  )) {
    if (cte || !tenant.has(table)) continue
    const breaks = (rule) => findings.push({ rule, table, alias, mark: markOf(rule, level, table, alias) })
    if (binding === 'none' || (binding === 'several' && command !== 'SELECT')) {
      breaks(recursive ? 'recursion' : 'organization')
    } else if (binding !== 'one') notes.push({ kind: binding, table, alias })
    if (['several', 'none'].includes(binding) && locks(node, alias)) breaks('lock')
  }
  const part = relations.find(({ cte }) => cte)
  if (part && command === 'SELECT' && !node.targetList) {
    const [table, alias] = [part.name, part.alias]
    findings.push({ rule: 'nothing', table, alias, mark: markOf('nothing', level, table, alias) })
  }
}

const locks = ({ lockingClause }, alias) =>
  (lockingClause ?? []).some(
    ({ LockingClause: { lockedRels } }) =>
      !lockedRels || lockedRels.some(({ RangeVar }) => RangeVar.relname === alias),
  )

function inserted(level, findings, notes) {
  const { node, relations } = level
  const [{ name: table, alias }] = relations
  if (local.has(table)) return
  const breaks = (rule) => findings.push({ rule, table, alias, mark: markOf(rule, level, table, alias) })
  const source = node.selectStmt?.SelectStmt
  const rows = source?.valuesLists?.map(({ List }) => List.items)
  if (rows) {
    if (JSON.stringify(rows).includes('"SubLink"')) breaks('subquery')
    const position = node.cols?.findIndex(({ ResTarget }) => ResTarget.name === organizationColumn) ?? 0
    if (tenant.has(table) && !rows.every((row) => isValue(row[position]))) breaks('organization')
  } else if (source && tenant.has(table) && isFromFunction(source)) {
    if (table === 'events') breaks('copy')
    else notes.push({ kind: 'copied', table, alias })
  }
}

const isFromFunction = ({ fromClause }) => (fromClause ?? []).some((item) => item.RangeFunction)
