// Builds the identifier of a finding, which is stable when filters, lists or parameters of the statement change.
import { createHash } from 'node:crypto'
import { describeConditions } from './binding.mjs'
import { organizationColumn } from './distribution.mjs'

/**
 * Names the rule, the table, the relations of the level, and its conditions on the organization: `organization: team_members
 * tm in SELECT FROM projects p, team_members tm, where p.org_id = tm.org_id`. Without such conditions it ends with a hash of
 * the level, so that an exception does not apply to other statements.
 * @param {string} rule
 * @param {import('./levels.mjs').Level} level
 * @param {string} table
 * @param {string | undefined} alias
 * @returns {string} one line
 */
export function buildMark(rule, level, table, alias) {
  const { command, relations, node } = level
  const reads = relations.map(({ name, alias }) => formatName(name ?? '(…)', alias)).join(', ')
  const prefix = `${rule}: ${formatName(table, alias)} in ${command} ${command === 'INSERT' ? 'INTO' : 'FROM'} ${reads}`
  if (['nothing', 'subquery', 'copy', 'conflict'].includes(rule)) return prefix
  const conditions = describeConditions(level, alias, organizationColumn)
  return conditions.length > 0 ? `${prefix}, where ${conditions.join(' and ')}` : `${prefix} #${toHash(toShape(node))}`
}

const formatName = (name, alias) => (alias === undefined || alias === name ? name : `${name} ${alias}`)

const toHash = (shape) => createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 10)

const commands = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt'])
const isIgnored = (key) => key === 'number' || key === 'withClause' || /location|list_start|list_end/.test(key)

function toShape(node) {
  if (Array.isArray(node)) return [...new Set(node.map((item) => JSON.stringify(toShape(item))))]
  if (!node || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !isIgnored(key))
      .map(([key, value]) => {
        if (commands.has(key)) return [key, '…']
        return key === 'A_Const' || key === 'ParamRef' ? ['value', '…'] : [key, toShape(value)]
      }),
  )
}
