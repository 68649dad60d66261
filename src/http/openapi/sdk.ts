import type { JsonObject } from './components.ts'
import { getResourceName, type AnyOperation, type HttpMethod } from '../operation.ts'

/** Retry behavior of clients when it is unknown whether a request arrived. */
const RETRY_BEHAVIOR: Record<HttpMethod, string> = {
  GET: 'safe',
  PATCH: 'safe',
  PUT: 'safe',
  // 404 on retry means that the first request succeeded.
  DELETE: 'not_found_is_done',
  // All attempts must have the same key.
  POST: 'with_idempotency_key',
}

export function buildSdkHints(op: AnyOperation): JsonObject {
  const resource = getResourceName(op)
  const method = op.id.slice(resource.length + 1)
  const pages = { items: 'data', cursor: 'cursor', next: 'next_cursor' }
  // A stream always has a next cursor, so clients must not paginate until there is none.
  const paging = op.list ? { paging: pages } : op.reply.live ? { stream: pages } : {}
  const alias = op.aliasOf ? { same_as: op.aliasOf } : {}
  return {
    resource: toCamelCase(resource),
    method: toCamelCase(method),
    ...alias,
    ...paging,
    retry: RETRY_BEHAVIOR[op.method],
  }
}

const toCamelCase = (name: string): string => name.replaceAll(/[-_](\w)/g, (_, first: string) => first.toUpperCase())
