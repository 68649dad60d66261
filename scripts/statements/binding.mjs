// How a level says which organization's rows of a table it is about.

/**
 * `one`: by value, `alias.org_id = $1`. `several`: `= ANY($1)` or `IN ($1, $2)`. `joined`: by `=` to the organization of
 * another relation of the same level that is bound to one by value, from which PostgreSQL itself derives the value. What is
 * joined to one of `several` is one of them too.
 * @typedef {'one' | 'several' | 'joined' | 'none'} Binding
 */

/**
 * @param {import('./levels.mjs').Level} level
 * @param {(name: string | undefined) => boolean} holds whether the rows of a table with this name hold an organization
 * @param {string} column the column that tells the organization
 * @returns {Map<import('./levels.mjs').Relation, Binding>} for each relation of the level
 */
export function bindings(level, holds, column) {
  const facts = level.conditions.flatMap(({ node, only }) =>
    factsOf(node, column).map((fact) => ({ ...fact, only })),
  )
  // A bare column is that of the one table that has it.
  const bare = level.relations.filter(({ name, cte }) => !cte && holds(name))
  const meant = (alias) => alias ?? (bare.length === 1 ? bare[0].alias : undefined)
  const told = new Map()
  for (const { alias, binding, only } of facts) {
    const whose = meant(alias)
    if (!binding || (only && !only.has(whose))) continue
    if (told.get(whose) !== 'one') told.set(whose, binding)
  }
  spread(told, facts, level.relations)
  return new Map(level.relations.map((relation) => [relation, told.get(relation.alias) ?? 'none']))
}

/** What is equal to the organization of a relation that is bound by value, or to one of several, is bound likewise. */
const passedOn = { one: 'joined', joined: 'joined', several: 'several' }

/** Follows `a.org_id = b.org_id` until nothing more is bound. */
function spread(told, facts, relations) {
  const here = new Set(relations.map(({ alias }) => alias))
  const equal = facts
    .filter(({ alias, other }) => other && here.has(alias) && here.has(other))
    .flatMap(({ alias, other, only }) => [
      { from: alias, to: other, only },
      { from: other, to: alias, only },
    ])
    .filter(({ to, only }) => !only || only.has(to))
  for (let more = true; more;) {
    more = false
    for (const { from, to } of equal) {
      const binding = passedOn[told.get(from)]
      if (!binding || told.get(to) === 'one' || told.get(to) === 'joined' || told.get(to) === binding)
        continue
      told.set(to, binding)
      more = true
    }
  }
}

/**
 * How the conditions of a level tell the organization of a relation, as text: to which other relations it is equal, or that
 * it is one of several.
 * @param {import('./levels.mjs').Level} level
 * @param {string | undefined} alias
 * @param {string} column
 * @returns {string[]} sorted; none where no condition tells it
 */
export function toldOf(level, alias, column) {
  const told = level.conditions.flatMap(({ node }) =>
    factsOf(node, column).flatMap((fact) => {
      if (fact.alias !== undefined && ![fact.alias, fact.other].includes(alias)) return []
      if (fact.binding) return [fact.binding]
      return [fact.alias, fact.other]
        .map((whose) => `${whose ? `${whose}.` : ''}${column}`)
        .sort()
        .join(' = ')
    }),
  )
  return [...new Set(told)].sort()
}

/** What one condition says of the column: whose it is, and what it is bound to or equal to. */
function factsOf({ A_Expr: expression }, column) {
  if (!expression || expression.name?.[0]?.String?.sval !== '=') return []
  const { kind, lexpr, rexpr } = expression
  if (kind === 'AEXPR_OP') return pairs(lexpr, rexpr).flatMap(([a, b]) => equality(a, b, column))
  const left = columnOf(lexpr, column)
  if (!left) return []
  if (kind === 'AEXPR_OP_ANY') return isList(rexpr) ? [{ ...left, binding: 'several' }] : []
  if (kind !== 'AEXPR_IN') return []
  const { items } = rexpr.List
  return items.every(isValue) ? [{ ...left, binding: items.length === 1 ? 'one' : 'several' }] : []
}

function equality(a, b, column) {
  const [left, right] = [columnOf(a, column), columnOf(b, column)]
  if (left && right) return [{ alias: left.alias, other: right.alias }]
  if (left && isValue(b)) return [{ ...left, binding: 'one' }]
  if (right && isValue(a)) return [{ ...right, binding: 'one' }]
  return []
}

/** `(a, b) = (c, d)` says `a = c AND b = d`. */
function pairs(left, right) {
  const [a, b] = [left?.RowExpr?.args, right?.RowExpr?.args]
  if (!a || !b) return [[left, right]]
  return a.map((item, index) => [item, b[index]])
}

function columnOf(node, column) {
  const fields = node?.ColumnRef?.fields
  if (fields?.at(-1)?.String?.sval !== column) return undefined
  return { alias: fields.at(-2)?.String?.sval }
}

/**
 * Whether an expression is a parameter or a constant, cast or not.
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
