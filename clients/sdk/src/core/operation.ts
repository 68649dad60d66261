import { Call, ListCall, type Answer } from './call.ts'
import type { ClientOptions, UploadOptions } from './options.ts'
import { SvcConnectionError } from './problem.ts'
import { buildQueryString, type QueryValues } from './query.ts'
import { pause, sendWithRetries, type OutgoingRequest } from './send.ts'
import { combineSignals } from './signals.ts'
import { storeTag, tagOf } from './tags.ts'
import type { EventStream, StreamOptions } from './types.ts'

/** Function that runs an operation, with the client as its first argument. */
// oxlint-disable-next-line typescript/no-explicit-any -- The generated types declare arguments and results.
export type Run = (client: ClientOptions, ...args: any[]) => any

/**
 * Compiles an operation from a line such as `PATCH /tasks/{task_id} bt`. Its arguments are the path parameters in order,
 * the body (`b`, `m`), the query (`q`) and the options. `{:org_id}` is a path parameter that is passed in the query,
 * since the client has a default for it.
 *
 * Letters: `b` JSON body, `u` merge patch with another method than PATCH, `m` multipart body with a file, `q` query, `o`
 * default organization in the query, `O` in the body, `p` list, `f` file response, `l` stream. `t` sends the ETag or
 * version of the object that has all path parameters as If-Match, `T` that of the last object, which lacks some.
 */
export function operation(line: string): Run {
  const [method, template, letters = ''] = line.split(' ') as [string, string, string?]
  const has = (letter: string) => letters.includes(letter)
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

  return (client, ...args) => {
    const refs = args.slice(0, names.length) as (string | Record<string, string>)[]
    const rest = args.slice(names.length)
    const input = has('b') || has('m') ? rest.shift() : undefined
    const query: QueryValues = has('q') ? { ...rest.shift() } : {}
    const options: UploadOptions = rest.shift() ?? {}
    if (has('o') && !('org_id' in query)) query.org_id = client.org
    // A member is updated by its own ETag, not by that of the project in the same path.
    const isWhole = (ref?: object) => names.every((name) => (ref as Record<string, string> | undefined)?.[name])
    const subject = has('T') ? refs.at(-1) : has('t') && refs.find(isWhole as never)
    const tag = typeof subject === 'object' ? tagOf(subject) : undefined
    const body = has('O') && client.org && !input?.org_id ? { org_id: client.org, ...input } : input
    const path = fill(template, names, refs, query, client)
    const request = (values: QueryValues) => () =>
      sendApiRequest(
        client,
        {
          method,
          path: path + buildQueryString(values),
          body,
          form: has('m'),
          file: has('f'),
          patch: has('u') || method === 'PATCH',
        },
        options,
        tag,
      )
    if (has('l')) return createStream(client, path + buildQueryString(query), options)
    return has('p')
      ? new ListCall(request(query), (cursor) => request({ ...query, cursor })())
      : Call.now(request(query))
  }
}

/** Fills in the path parameters: ids, or objects that have them. */
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
    return encodePathParameter(name, value)
  })
  return named.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const ref = refs[names.indexOf(name)]
    return encodePathParameter(name, typeof ref === 'object' ? ref?.[name] : ref)
  })
}

function encodePathParameter(name: string, value: unknown): string {
  // An empty value, `.` or `..` would change the path, even if encoded: fetch resolves DELETE /projects/P/goals/..
  // to the project.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is not an id`)
  return encodeURIComponent(value)
}

interface ApiRequest {
  method: string
  /** Path after `/v1`, with the query string. */
  path: string
  body?: unknown
  form?: boolean
  file?: boolean
  patch?: boolean
}

/** Sends a request and returns its data: parsed JSON, undefined for an empty body, or the response for a file. */
export async function sendApiRequest<T>(
  client: ClientOptions,
  { method, path, body, form, file, patch }: ApiRequest,
  { ifMatch, ifClaim, overwrite, idempotencyKey = createIdempotencyKey(), ...options }: UploadOptions,
  tag?: string,
): Promise<Answer<T>> {
  const ownTag = overwrite ? undefined : tag
  const match = typeof ifMatch === 'object' ? tagOf(ifMatch) : (ifMatch ?? ownTag)
  if (ifMatch && !match) throw new TypeError('ifMatch: no tag')
  const upload = form && (await import('./upload.ts'))
  const outgoing: OutgoingRequest = {
    method,
    url: buildUrl(client, path),
    headers: {
      accept: file ? '*/*' : 'application/json',
      // Omitted fields keep their value (JSON Merge Patch, RFC 7396).
      ...(body != null && !form && { 'content-type': `application/${patch ? 'merge-patch+' : ''}json` }),
      ...(method !== 'GET' && { 'idempotency-key': idempotencyKey }),
      ...(match && { 'if-match': match }),
      ...(ifClaim && { 'if-claim': ifClaim as string }),
    },
    ...(body != null && { body: upload ? upload.toForm(body) : JSON.stringify(body) }),
    open: file,
    long: form,
    ...(upload && { sendBy: upload.toSender(client.fetch, options.onProgress) }),
  }
  const { response, text } = await sendWithRetries(client, outgoing, options)
  const data = (file ? response : text ? parseJson(text, outgoing) : undefined) as T
  storeTag(data, response)
  return { data, response, tag: response.headers.get('etag') ?? undefined }
}

function parseJson(text: string, { method, url }: OutgoingRequest): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SvcConnectionError(`${method} ${url}: not JSON`, { cause })
  }
}

/** Creates an idempotency key. Pages served without TLS have no `randomUUID`. */
const createIdempotencyKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Creates a stream that connects when it is iterated. */
function createStream(client: ClientOptions, path: string, { cursor, ...options }: StreamOptions): EventStream {
  const position = { cursor }
  return Object.assign(position, {
    async *[Symbol.asyncIterator]() {
      const { stream } = await import('./stream.ts')
      yield* stream(
        { send: sendWithRetries, pause, anySignal: combineSignals, SvcConnectionError },
        client,
        buildUrl(client, path),
        options,
        position,
      )
    },
  })
}

const buildUrl = ({ baseUrl }: ClientOptions, path: string): string => `${requireBaseUrl(baseUrl)}/v1${path}`

/** Returns the base URL without a trailing slash; in a page, a path or nothing resolves to its own origin. */
export function requireBaseUrl(baseUrl: unknown): string {
  const base = String(baseUrl).replace(/\/+$/, '')
  if (/^(|\/.*|https?:\/\/[^?#\s]+)(?<!\/v1)$/.test(base)) return base
  throw new TypeError(`baseUrl: ${base} is not https://svc.example`)
}
