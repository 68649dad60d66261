import type { Json } from './components.ts'
import { resourceOf, type AnyOperation, type Method } from '../operation.ts'

/** What a client may do when it does not know whether a request arrived. */
const retries: Record<Method, string> = {
  GET: 'safe',
  // An update sent twice has no second effect.
  PATCH: 'safe',
  PUT: 'safe',
  // 404 to the second one means that the first arrived.
  DELETE: 'not_found_is_done',
  // It may be retried when each try has the same key.
  POST: 'with_idempotency_key',
}

/** What a generator of clients needs beside the description: `client.resource.method()`, how it pages, when it retries. */
export function sdkOf(op: AnyOperation): Json {
  const resource = resourceOf(op)
  const method = op.id.slice(resource.length + 1)
  const pages = { items: 'data', cursor: 'cursor', next: 'next_cursor' }
  // What goes on for ever has a next page at any time, which a client does not fetch until there is none.
  const paging = op.list ? { paging: pages } : op.reply.live ? { stream: pages } : {}
  const same = op.sameAs ? { same_as: op.sameAs } : {}
  return { resource: camel(resource), method: camel(method), ...same, ...paging, retry: retries[op.method] }
}

const camel = (name: string): string =>
  name.replaceAll(/[-_](\w)/g, (_, first: string) => first.toUpperCase())
