// Finds the conditions that restrict the tables of a query level to organizations.

/**
 * `one`: `alias.org_id = $1`. `several`: `= ANY($1)` or `IN ($1, $2)`. `joined`: equal to the organization of another
 * relation of the level that is bound to one, from which PostgreSQL derives the value. A relation joined to one of
 * `several` is `several`, too.
 * @typedef {'one' | 'several' | 'joined' | 'none'} Binding
 */

/**
 * @param {import('./levels.mjs').Level} level
 * @param {(name: string | undefined) => boolean} hasOrganization whether the table of this name has the column
 * @param {string} column the organization column
 * @returns {Map<import('./levels.mjs').Relation, Binding>} for each relation of the level
 */
export function findBindings(level, hasOrganization, column) {
  const facts = level.conditions.flatMap(({ node, only }) =>
    parseCondition(node, column).map((fact) => ({ ...fact, only })),
  )
  // An unqualified column belongs to the only table that has it.
  const candidates = level.relations.filter(({ name, cte }) => !cte && hasOrganization(name))
  const resolveAlias = (alias) => alias ?? (candidates.length === 1 ? candidates[0].alias : undefined)
  const bindings = new Map()
  for (const { alias, binding, only } of facts) {
    const target = resolveAlias(alias)
    if (!binding || (only && !only.has(target))) continue
    if (bindings.get(target) !== 'one') bindings.set(target, binding)
  }
  propagate(bindings, facts, level.relations)
  return new Map(level.relations.map((relation) => [relation, bindings.get(relation.alias) ?? 'none']))
}

/** The binding of a relation whose organization equals that of a bound one. */
const bindingOfEqual = { one: 'joined', joined: 'joined', several: 'several' }

/** Propagates bindings along `a.org_id = b.org_id` to a fixed point. */
function propagate(bindings, facts, relations) {
  const aliases = new Set(relations.map(({ alias }) => alias))
  const equal = facts
    .filter(({ alias, other }) => other && aliases.has(alias) && aliases.has(other))
    .flatMap(({ alias, other, only }) => [
      { from: alias, to: other, only },
      { from: other, to: alias, only },
    ])
    .filter(({ to, only }) => !only || only.has(to))
  for (let changed = true; changed;) {
    changed = false
    for (const { from, to } of equal) {
      const binding = bindingOfEqual[bindings.get(from)]
      if (!binding || bindings.get(to) === 'one' || bindings.get(to) === 'joined' || bindings.get(to) === binding)
        continue
      bindings.set(to, binding)
      changed = true
    }
  }
}

/**
 * Describes the conditions on a relation's organization: equal columns, and bindings.
 * @param {import('./levels.mjs').Level} level
 * @param {string | undefined} alias
 * @param {string} column
 * @returns {string[]} sorted; empty without conditions
 */
export function describeConditions(level, alias, column) {
  const descriptions = level.conditions.flatMap(({ node }) =>
    parseCondition(node, column).flatMap((fact) => {
      if (fact.alias !== undefined && ![fact.alias, fact.other].includes(alias)) return []
      if (fact.binding) return [fact.binding]
      return [fact.alias, fact.other]
        .map((name) => `${name ? `${name}.` : ''}${column}`)
        .sort()
        .join(' = ')
    }),
  )
  return [...new Set(descriptions)].sort()
}

/** Returns the relation of the column in a condition, with its binding or the relation that it equals. */
function parseCondition({ A_Expr: expression }, column) {
  if (!expression || expression.name?.[0]?.String?.sval !== '=') return []
  const { kind, lexpr, rexpr } = expression
  if (kind === 'AEXPR_OP') return toPairs(lexpr, rexpr).flatMap(([a, b]) => parseEquality(a, b, column))
  const left = findColumn(lexpr, column)
  if (!left) return []
  if (kind === 'AEXPR_OP_ANY') return isList(rexpr) ? [{ ...left, binding: 'several' }] : []
  if (kind !== 'AEXPR_IN') return []
  const { items } = rexpr.List
  return items.every(isValue) ? [{ ...left, binding: items.length === 1 ? 'one' : 'several' }] : []
}

function parseEquality(a, b, column) {
  const [left, right] = [findColumn(a, column), findColumn(b, column)]
  if (left && right) return [{ alias: left.alias, other: right.alias }]
  if (left && isValue(b)) return [{ ...left, binding: 'one' }]
  if (right && isValue(a)) return [{ ...right, binding: 'one' }]
  return []
}

/** Splits `(a, b) = (c, d)` into `a = c AND b = d`. */
function toPairs(left, right) {
  const [a, b] = [left?.RowExpr?.args, right?.RowExpr?.args]
  if (!a || !b) return [[left, right]]
  return a.map((item, index) => [item, b[index]])
}

function findColumn(node, column) {
  const fields = node?.ColumnRef?.fields
  if (fields?.at(-1)?.String?.sval !== column) return undefined
  return { alias: fields.at(-2)?.String?.sval }
}

/**
 * Returns whether an expression is a parameter or a constant, with or without a cast.
 * @param {any} node
 * @returns {boolean}
 */
export function isValue(node) {
  if (node?.TypeCast) return isValue(node.TypeCast.arg)
  return Boolean(node?.ParamRef || node?.A_Const)
}

function isList(node) {
  if (node?.TypeCast) return isList(node.TypeCast.arg)
  if (node?.A_ArrayExpr) return (node.A_ArrayExpr.elements ?? []).every(isValue)
  return isValue(node)
}
