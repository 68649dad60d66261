// Parses a statement into its levels: each SELECT, arm of a UNION, UPDATE, DELETE and INSERT, however deep, with its
// relations and conditions. Citus routes a statement by the conditions of each level, so the rules check levels.

/**
 * A relation of a level. `name` is the table, undefined for a subquery or a function; `cte` for a name defined by WITH.
 * @typedef {{ name: string | undefined, alias: string | undefined, cte: boolean }} Relation
 * A condition on all rows of a level or, in an outer join, only on those of the aliases in `only`.
 * @typedef {{ node: object, only: Set<string | undefined> | undefined }} Condition
 * @typedef {{
 *   command: 'SELECT' | 'UPDATE' | 'DELETE' | 'INSERT', relations: Relation[], conditions: Condition[],
 *   recursive: string | undefined, node: any,
 * }} Level
 * The names defined by WITH so far, and the recursive part that is being visited.
 * @typedef {{ names: Set<string>, recursive: string | undefined }} Scope
 */

/**
 * @param {{ stmts?: { stmt?: object }[] }} tree the syntax tree of libpg-query
 * @returns {Level[]} outer before inner, in the order of the text; none for statements without rows
 */
export function parseLevels(tree) {
  /** @type {Level[]} */
  const levels = []
  for (const { stmt = {} } of tree.stmts ?? []) {
    if (Object.keys(stmt).some((kind) => kind in commands)) {
      visit(stmt, { names: new Set(), recursive: undefined }, levels)
    }
  }
  return levels
}

const commands = {
  SelectStmt: visitSelect,
  UpdateStmt: visitUpdate,
  DeleteStmt: visitDelete,
  InsertStmt: visitInsert,
}

function visit(node, scope, levels) {
  if (Array.isArray(node)) for (const item of node) visit(item, scope, levels)
  else if (node && typeof node === 'object') {
    for (const [key, value] of Object.entries(node)) {
      if (commands[key]) commands[key](value, scope, levels)
      else visit(value, scope, levels)
    }
  }
}

function visitSelect(node, outer, levels) {
  const scope = visitWith(node.withClause, outer, levels)
  const { withClause: _, larg, rarg, ...rest } = node
  if (larg) {
    visitSelect(larg, scope, levels)
    visitSelect(rarg, scope, levels)
  } else if (!node.valuesLists) {
    levels.push(buildLevel('SELECT', node, node.fromClause, scope))
  }
  visit(rest, scope, levels)
}

function visitUpdate(node, outer, levels) {
  const scope = visitWith(node.withClause, outer, levels)
  levels.push(buildLevel('UPDATE', node, [{ RangeVar: node.relation }, ...(node.fromClause ?? [])], scope))
  visit({ ...node, withClause: undefined }, scope, levels)
}

function visitDelete(node, outer, levels) {
  const scope = visitWith(node.withClause, outer, levels)
  levels.push(buildLevel('DELETE', node, [{ RangeVar: node.relation }, ...(node.usingClause ?? [])], scope))
  visit({ ...node, withClause: undefined }, scope, levels)
}

function visitInsert(node, outer, levels) {
  const scope = visitWith(node.withClause, outer, levels)
  levels.push(buildLevel('INSERT', node, [{ RangeVar: node.relation }], scope))
  visit({ ...node, withClause: undefined }, scope, levels)
}

function visitWith(clause, outer, levels) {
  if (!clause) return outer
  const parts = clause.ctes.map(({ CommonTableExpr }) => CommonTableExpr)
  const names = new Set([...outer.names, ...(clause.recursive ? parts.map(({ ctename }) => ctename) : [])])
  for (const { ctename, ctequery } of parts) {
    const isRecursive = clause.recursive && listRelations(ctequery).has(ctename)
    visit(ctequery, { names: new Set(names), recursive: isRecursive ? ctename : outer.recursive }, levels)
    names.add(ctename)
  }
  return { ...outer, names }
}

function buildLevel(command, node, from, scope) {
  const found = { relations: [], conditions: [] }
  for (const item of from ?? []) addRelations(item, scope, found)
  found.conditions.push(...splitAnd(node.whereClause).map((each) => ({ node: each, only: undefined })))
  return { command, node, recursive: scope.recursive, ...found }
}

/** Adds the relations of an item of FROM and the conditions of its joins. */
function addRelations(item, scope, found) {
  const { RangeVar: table, JoinExpr: join } = item
  if (table) {
    const cte = !table.schemaname && scope.names.has(table.relname)
    found.relations.push({ name: table.relname, alias: table.alias?.aliasname ?? table.relname, cte })
  } else if (join) {
    const [left, right] = [join.larg, join.rarg].map((side) => {
      const before = found.relations.length
      addRelations(side, scope, found)
      return new Set(found.relations.slice(before).map(({ alias }) => alias))
    })
    // An outer join returns the rows of one side regardless of its condition.
    const only = { JOIN_INNER: undefined, JOIN_LEFT: right, JOIN_RIGHT: left }
    const restricted = join.jointype in only ? only[join.jointype] : new Set()
    found.conditions.push(...splitAnd(join.quals).map((each) => ({ node: each, only: restricted })))
  } else {
    const { alias } = Object.values(item)[0]
    found.relations.push({ name: undefined, alias: alias?.aliasname, cte: false })
  }
}

function splitAnd(node) {
  if (!node) return []
  const { BoolExpr: all } = node
  return all?.boolop === 'AND_EXPR' ? all.args.flatMap(splitAnd) : [node]
}

function listRelations(node) {
  const names = new Set()
  JSON.stringify(node, (key, value) => {
    if (key === 'relname') names.add(value)
    return value
  })
  return names
}
