import { Call, ListCall, type Answer } from './call.ts'
import type { ClientOptions, UploadOptions } from './options.ts'
import { SvcProblem } from './problem.ts'
import { queryString, type QueryValues } from './query.ts'
import { send, type Outgoing } from './send.ts'
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
 * Letters: `b` body, `m` body as a form with a file, `q` query, `o` organization in the query, `O` in the body,
 * `p` list, `t` the tag of the last path parameter travels, `f` the answer is a file, `l` a stream.
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
    const tag = has('t') && typeof refs.at(-1) === 'object' ? tagOf(refs.at(-1) as object) : undefined
    const body = has('O') && client.org && !given?.org_id ? { org_id: client.org, ...given } : given
    const path = fill(template, names, refs, query, client)
    const request = (values: QueryValues) => () =>
      exchange(
        client,
        { method, path: path + queryString(values), body, form: has('m'), file: has('f') },
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
  // Nothing, or dots, would be another operation: without the id of a task, DELETE /tasks/ is not what was meant.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is missing`)
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
}

/** Sends it, and gives the answer's data: what JSON says, undefined for none, the response itself for a file. */
export async function exchange<T>(
  client: ClientOptions,
  { method, path, body, form, file }: Exchange,
  { ifMatch, idempotencyKey = crypto.randomUUID(), ...options }: UploadOptions,
  tag?: string,
): Promise<Answer<T>> {
  const match = typeof ifMatch === 'object' ? tagOf(ifMatch) : (ifMatch ?? tag)
  if (ifMatch && !match) throw new TypeError('ifMatch: this object did not come with a tag')
  const outgoing: Outgoing = {
    method,
    url: urlOf(client, path),
    headers: {
      accept: file ? '*/*' : 'application/json',
      ...(body != null && !form && { 'content-type': contentType(method) }),
      ...(method !== 'GET' && { 'idempotency-key': idempotencyKey }),
      ...(match && { 'if-match': match }),
    },
    ...(body != null && { body: form ? formOf(body) : JSON.stringify(body) }),
    ...(file && { open: true }),
    ...(options.onProgress && {
      sendBy: (await import('./upload.ts')).telling(options.onProgress, client.fetch),
    }),
  }
  const { response, text } = await send(client, outgoing, options)
  const data = (file ? response : text ? JSON.parse(text) : undefined) as T
  keepTag(data, response)
  return { data, response, tag: response.headers.get('etag') ?? undefined }
}

/** An absent field of an update stays as it is: a merge patch (RFC 7396). */
const contentType = (method: string) =>
  method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'

function formOf(fields: object): FormData {
  const form = new FormData()
  // The file comes last: by then the server knows what it is for.
  for (const [name, value] of Object.entries(fields))
    if (value != null && !(value instanceof Blob)) form.append(name, String(value))
  for (const [name, value] of Object.entries(fields)) if (value instanceof Blob) form.append(name, value)
  return form
}

/** A stream, which connects when it is iterated. */
function follow(client: ClientOptions, path: string, { cursor, ...options }: StreamOptions): EventStream {
  const place = { cursor }
  return Object.assign(place, {
    async *[Symbol.asyncIterator]() {
      const { stream } = await import('./stream.ts')
      yield* stream(client, urlOf(client, path), options, place)
    },
  })
}

const urlOf = ({ baseUrl }: ClientOptions, path: string): string => `${baseUrl.replace(/\/+$/, '')}/v1${path}`

/** Reads, changes and writes again, anew where somebody else wrote in between; gives what is there in the end. */
export async function edit<T extends object>(
  read: () => Promise<T>,
  change: (current: T) => object | undefined | Promise<object | undefined>,
  update: (current: T, changes: object) => Promise<T>,
  attempts = 5,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const current = await read()
    const changes = await change(current)
    if (!changes) return current
    try {
      return await update(current, changes)
    } catch (error) {
      if (!(error instanceof SvcProblem) || error.status !== 412 || attempt >= attempts) throw error
    }
  }
}
