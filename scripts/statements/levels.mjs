// A statement as a list of its levels: each SELECT, arm of a UNION, UPDATE, DELETE and INSERT in it, however deep, with what
// it reads and under which conditions. Citus routes a statement by what stands on each level, so that is what rules look at.

/**
 * What a level reads or writes. `name` is the table, undefined for a subquery or a function; `cte` when the name is that of
 * a part of WITH.
 * @typedef {{ name: string | undefined, alias: string | undefined, cte: boolean }} Relation
 * A condition that holds for every row of a level, or, in an outer join, for the rows of these aliases alone.
 * @typedef {{ node: object, only: Set<string | undefined> | undefined }} Condition
 * @typedef {{
 *   command: 'SELECT' | 'UPDATE' | 'DELETE' | 'INSERT', relations: Relation[], conditions: Condition[],
 *   recursive: string | undefined, node: any,
 * }} Level
 * The names that WITH gave so far, and the recursive part of it that is being read.
 * @typedef {{ names: Set<string>, recursive: string | undefined }} Scope
 */

/**
 * @param {{ stmts?: { stmt?: object }[] }} tree what libpg-query gives for a text
 * @returns {Level[]} outer before inner, in the order of the text; none for what neither reads nor writes rows
 */
export function levelsOf(tree) {
  /** @type {Level[]} */
  const levels = []
  for (const { stmt = {} } of tree.stmts ?? []) {
    if (Object.keys(stmt).some((kind) => kind in commands)) {
      visit(stmt, { names: new Set(), recursive: undefined }, levels)
    }
  }
  return levels
}

const commands = { SelectStmt: select, UpdateStmt: update, DeleteStmt: remove, InsertStmt: insert }

function visit(node, scope, levels) {
  if (Array.isArray(node)) for (const item of node) visit(item, scope, levels)
  else if (node && typeof node === 'object') {
    for (const [key, value] of Object.entries(node)) {
      if (commands[key]) commands[key](value, scope, levels)
      else visit(value, scope, levels)
    }
  }
}

function select(node, outer, levels) {
  const scope = within(node.withClause, outer, levels)
  const { withClause: _, larg, rarg, ...rest } = node
  if (larg) {
    select(larg, scope, levels)
    select(rarg, scope, levels)
  } else if (!node.valuesLists) {
    levels.push(level('SELECT', node, node.fromClause, scope))
  }
  visit(rest, scope, levels)
}

function update(node, outer, levels) {
  const scope = within(node.withClause, outer, levels)
  levels.push(level('UPDATE', node, [{ RangeVar: node.relation }, ...(node.fromClause ?? [])], scope))
  visit({ ...node, withClause: undefined }, scope, levels)
}

function remove(node, outer, levels) {
  const scope = within(node.withClause, outer, levels)
  levels.push(level('DELETE', node, [{ RangeVar: node.relation }, ...(node.usingClause ?? [])], scope))
  visit({ ...node, withClause: undefined }, scope, levels)
}

function insert(node, outer, levels) {
  const scope = within(node.withClause, outer, levels)
  levels.push(level('INSERT', node, [{ RangeVar: node.relation }], scope))
  visit({ ...node, withClause: undefined }, scope, levels)
}

/** The names that are known after a WITH, whose parts are visited on the way. */
function within(clause, outer, levels) {
  if (!clause) return outer
  const parts = clause.ctes.map(({ CommonTableExpr }) => CommonTableExpr)
  const names = new Set([...outer.names, ...(clause.recursive ? parts.map(({ ctename }) => ctename) : [])])
  for (const { ctename, ctequery } of parts) {
    const again = clause.recursive && relationsBelow(ctequery).has(ctename)
    visit(ctequery, { names: new Set(names), recursive: again ? ctename : outer.recursive }, levels)
    names.add(ctename)
  }
  return { ...outer, names }
}

function level(command, node, from, scope) {
  const found = { relations: [], conditions: [] }
  for (const item of from ?? []) gather(item, scope, found)
  found.conditions.push(...conjuncts(node.whereClause).map((each) => ({ node: each, only: undefined })))
  return { command, node, recursive: scope.recursive, ...found }
}

/** Takes in what one item of FROM names, and the conditions of its joins. */
function gather(item, scope, found) {
  const { RangeVar: table, JoinExpr: join } = item
  if (table) {
    const cte = !table.schemaname && scope.names.has(table.relname)
    found.relations.push({ name: table.relname, alias: table.alias?.aliasname ?? table.relname, cte })
  } else if (join) {
    const [left, right] = [join.larg, join.rarg].map((side) => {
      const before = found.relations.length
      gather(side, scope, found)
      return new Set(found.relations.slice(before).map(({ alias }) => alias))
    })
    // An outer join keeps the rows of one side whatever its condition says.
    const only = { JOIN_INNER: undefined, JOIN_LEFT: right, JOIN_RIGHT: left }
    const held = join.jointype in only ? only[join.jointype] : new Set()
    found.conditions.push(...conjuncts(join.quals).map((each) => ({ node: each, only: held })))
  } else {
    const { alias } = Object.values(item)[0]
    found.relations.push({ name: undefined, alias: alias?.aliasname, cte: false })
  }
}

/** The parts of a condition each of which must hold. */
function conjuncts(node) {
  if (!node) return []
  const { BoolExpr: all } = node
  return all?.boolop === 'AND_EXPR' ? all.args.flatMap(conjuncts) : [node]
}

/** All names of relations anywhere below a node. */
function relationsBelow(node) {
  const names = new Set()
  JSON.stringify(node, (key, value) => {
    if (key === 'relname') names.add(value)
    return value
  })
  return names
}
