// By what a finding is known again: it has to outlast another filter, a longer list and a parameter more.
import { createHash } from 'node:crypto'
import { toldOf } from './binding.mjs'
import { organizationColumn } from './distribution.mjs'

/**
 * Names the rule, the table, what its level reads, and how the level tells the organization: `organization: team_members tm
 * in SELECT FROM projects p, team_members tm, where p.org_id = tm.org_id`. Where it tells nothing at all, the level is known
 * by all that it does, by a hash: an exception for one that looks across organizations is none for the next.
 * @param {string} rule
 * @param {import('./levels.mjs').Level} level
 * @param {string} table
 * @param {string | undefined} alias
 * @returns {string} one line
 */
export function markOf(rule, level, table, alias) {
  const { command, relations, node } = level
  const reads = relations.map(({ name, alias }) => named(name ?? '(…)', alias)).join(', ')
  const place = `${rule}: ${named(table, alias)} in ${command} ${command === 'INSERT' ? 'INTO' : 'FROM'} ${reads}`
  if (['nothing', 'subquery', 'copy'].includes(rule)) return place
  const told = toldOf(level, alias, organizationColumn)
  return told.length > 0 ? `${place}, where ${told.join(' and ')}` : `${place} #${hashOf(shapeOf(node))}`
}

const named = (name, alias) => (alias === undefined || alias === name ? name : `${name} ${alias}`)

const hashOf = (shape) => createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 10)

const commands = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt'])
const unimportant = (key) =>
  key === 'number' || key === 'withClause' || /location|list_start|list_end/.test(key)

/** A level without the values in it, how many of a kind there are, and what levels below it do. */
function shapeOf(node) {
  if (Array.isArray(node)) return [...new Set(node.map((item) => JSON.stringify(shapeOf(item))))]
  if (!node || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !unimportant(key))
      .map(([key, value]) => {
        if (commands.has(key)) return [key, '…']
        return key === 'A_Const' || key === 'ParamRef' ? ['value', '…'] : [key, shapeOf(value)]
      }),
  )
}
