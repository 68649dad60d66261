import type { AnyOperation } from './operation.ts'
import { invalidParameter } from '../core/errors.ts'
import { findClosestName } from '../core/closest-name.ts'

export type RawQuery = Record<string, string | string[] | undefined>

/** Matches a list as axios and qs write it: `name[]=a` or `name[0]=a`. */
const itemSuffix = /\[\d*\]$/
const MAX_COMPARED = 50
const MAX_NAME_LENGTH = 60

interface Names {
  allowed: ReadonlySet<string>
  lists: ReadonlySet<string>
}

const namesByOperation = new WeakMap<AnyOperation, Names>()

export function listQueryNames(op: AnyOperation): Names {
  const known = namesByOperation.get(op)
  if (known) return known
  const { properties = {} } = (op.query ?? {}) as { properties?: Record<string, { type?: string }> }
  const filters = Object.keys(op.filters ?? {}).map((key) => `filter[${key}]`)
  const paging = op.list ? ['limit', 'cursor', 'offset'] : []
  const order = op.list && !op.list.unsortable ? ['sort_by', 'sort_order'] : []
  const arrays = Object.keys(properties).filter((name) => properties[name]!.type === 'array')
  const names = {
    allowed: new Set([...Object.keys(properties), ...paging, ...order, ...filters]),
    lists: new Set([...arrays, ...filters]),
  }
  namesByOperation.set(op, names)
  return names
}

/**
 * Returns a query with its lists under their plain names. Throws 400 for a misspelled name; ignores other unknown names,
 * since proxies and trackers add their own.
 */
export function normalizeQueryNames(op: AnyOperation, raw: RawQuery): RawQuery {
  const { allowed, lists } = listQueryNames(op)
  const unknown = Object.keys(raw).filter((name) => !allowed.has(name))
  if (unknown.length === 0) return raw
  const merged: RawQuery = Object.assign(Object.create(null) as RawQuery, raw)
  let compared = 0
  for (const name of unknown) {
    const plain = name.replace(itemSuffix, '')
    if (plain !== name && (lists.has(plain) || /^filter\[[^\]]+\]$/.test(plain))) {
      merged[plain] = [merged[plain] ?? [], raw[name] ?? []].flat()
      delete merged[name]
    } else if (!name.startsWith('filter[') && name.length <= MAX_NAME_LENGTH && compared++ < MAX_COMPARED) {
      const meant = findClosestName(plain, allowed)
      if (meant !== undefined)
        throw invalidParameter(name, `"${name}" is not a parameter of this operation. Use ${meant}.`, [meant])
    }
  }
  return merged
}
