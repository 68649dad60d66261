import { Call, ListCall, type Answer } from './call.ts'
import type { ClientOptions, UploadOptions } from './options.ts'
import { SvcConnectionError } from './problem.ts'
import { queryString, type QueryValues } from './query.ts'
import { pause, send, type Outgoing } from './send.ts'
import { anySignal } from './signals.ts'
import { keepTag, tagOf } from './tags.ts'
import type { EventStream, StreamOptions } from './types.ts'

/** What runs an operation: the client of it, then the operation's own arguments. */
// oxlint-disable-next-line typescript/no-explicit-any -- The generated types say what each takes and gives.
export type Run = (client: ClientOptions, ...args: any[]) => any

/**
 * An operation of the service, from one line that says how it is sent: `PATCH /tasks/{task_id} bt`. The arguments are
 * the path's parameters in their order, the body (`b`, `m`), the query (`q`), the options. `{:org_id}` is a parameter
 * of the path that is named in the query, since the client knows it.
 *
 * Letters: `b` body, `u` a merge patch though the method is not PATCH, `m` body as a form with a file, `q` query, `o`
 * organization in the query, `O` in the body, `p` list, `f` the answer is a file, `l` a stream. `t` sends as If-Match the
 * tag or version of the object that has all of the path's parameters, `T` that of the last object, which lacks some.
 */
export function operation(line: string): Run {
  const [method, template, letters = ''] = line.split(' ') as [string, string, string?]
  const has = (letter: string) => letters.includes(letter)
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

  return (client, ...args) => {
    const refs = args.slice(0, names.length) as (string | Record<string, string>)[]
    const rest = args.slice(names.length)
    const given = has('b') || has('m') ? rest.shift() : undefined
    const query: QueryValues = has('q') ? { ...rest.shift() } : {}
    const options: UploadOptions = rest.shift() ?? {}
    if (has('o') && !('org_id' in query)) query.org_id = client.org
    // A member is written by its own tag, not by that of the project it is named with.
    const isWhole = (ref?: object) =>
      names.every((name) => (ref as Record<string, string> | undefined)?.[name])
    const subject = has('T') ? refs.at(-1) : has('t') && refs.find(isWhole as never)
    const tag = typeof subject === 'object' ? tagOf(subject) : undefined
    const body = has('O') && client.org && !given?.org_id ? { org_id: client.org, ...given } : given
    const path = fill(template, names, refs, query, client)
    const request = (values: QueryValues) => () =>
      exchange(
        client,
        {
          method,
          path: path + queryString(values),
          body,
          form: has('m'),
          file: has('f'),
          patch: has('u') || method === 'PATCH',
        },
        options,
        tag,
      )
    if (has('l')) return follow(client, path + queryString(query), options)
    return has('p')
      ? new ListCall(request(query), (cursor) => request({ ...query, cursor })())
      : Call.now(request(query))
  }
}

/** The path with its parameters: ids, or objects that have them. */
function fill(
  template: string,
  names: string[],
  refs: (string | Record<string, string>)[],
  query: QueryValues,
  { org }: ClientOptions,
): string {
  const named = template.replace(/\{:(\w+)\}/, (_, name: string) => {
    const { [name]: value = org } = query
    delete query[name]
    return encoded(name, value)
  })
  return named.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const ref = refs[names.indexOf(name)]
    return encoded(name, typeof ref === 'object' ? ref?.[name] : ref)
  })
}

function encoded(name: string, value: unknown): string {
  // Nothing, `.` and `..` would be another operation, however they are encoded: DELETE /projects/P/goals/.. is resolved
  // before it is sent, and deletes the project.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is no id`)
  return encodeURIComponent(value)
}

/** A request in the words of the service. */
export interface Exchange {
  method: string
  /** Below `/v1`, with the query string. */
  path: string
  body?: unknown
  form?: boolean
  file?: boolean
  patch?: boolean
}

/** Sends it, and gives the answer's data: what JSON says, undefined for none, the response itself for a file. */
export async function exchange<T>(
  client: ClientOptions,
  { method, path, body, form, file, patch }: Exchange,
  { ifMatch, overwrite, idempotencyKey = newKey(), ...options }: UploadOptions,
  tag?: string,
): Promise<Answer<T>> {
  const own = overwrite ? undefined : tag
  const match = typeof ifMatch === 'object' ? tagOf(ifMatch) : (ifMatch ?? own)
  if (ifMatch && !match) throw new TypeError('ifMatch: no tag, no version')
  const upload = form && (await import('./upload.ts'))
  const outgoing: Outgoing = {
    method,
    url: urlOf(client, path),
    headers: {
      accept: file ? '*/*' : 'application/json',
      // An absent field of an update stays as it is: a merge patch (RFC 7396).
      ...(body != null && !form && { 'content-type': `application/${patch ? 'merge-patch+' : ''}json` }),
      ...(method !== 'GET' && { 'idempotency-key': idempotencyKey }),
      ...(match && { 'if-match': match }),
    },
    ...(body != null && { body: upload ? upload.formOf(body) : JSON.stringify(body) }),
    open: file,
    long: form,
    ...(upload && { sendBy: upload.sender(client.fetch, options.onProgress) }),
  }
  const { response, text } = await send(client, outgoing, options)
  const data = (file ? response : text ? jsonOf(text, outgoing) : undefined) as T
  keepTag(data, response)
  return { data, response, tag: response.headers.get('etag') ?? undefined }
}

function jsonOf(text: string, { method, url }: Outgoing): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SvcConnectionError(`${method} ${url}: no JSON`, { cause })
  }
}

/** A name for a write that no other has. Pages that came without TLS have no `randomUUID`. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** A stream, which connects when it is iterated. */
function follow(client: ClientOptions, path: string, { cursor, ...options }: StreamOptions): EventStream {
  const place = { cursor }
  return Object.assign(place, {
    async *[Symbol.asyncIterator]() {
      const { stream } = await import('./stream.ts')
      yield* stream(
        { send, pause, anySignal, SvcConnectionError },
        client,
        urlOf(client, path),
        options,
        place,
      )
    },
  })
}

const urlOf = ({ baseUrl }: ClientOptions, path: string): string => `${checkedBase(baseUrl)}/v1${path}`

/** Returns the base URL without a trailing slash; in a page, a path or nothing resolves to its own origin. */
export function checkedBase(baseUrl: unknown): string {
  const base = String(baseUrl).replace(/\/+$/, '')
  if (/^(|\/.*|https?:\/\/[^?#\s]+)(?<!\/v1)$/.test(base)) return base
  throw new TypeError(`baseUrl: ${base} is not like https://svc.example`)
}
