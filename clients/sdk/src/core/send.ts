import type { CallOptions, ClientOptions } from './options.ts'
import { problemOf, SvcConnectionError, SvcTimeoutError, type SvcProblem } from './problem.ts'
import { anySignal } from './signals.ts'
import { userAgent } from './version.ts'

/** A request that can be sent more than once. */
export interface Outgoing {
  method: string
  url: string
  headers: Record<string, string>
  body?: NonNullable<RequestInit['body']>
  /** The answer is read for as long as it comes: a stream, a file. */
  open?: boolean | undefined
  /** The body is as long as it is: a file. */
  long?: boolean | undefined
  /** Sends in another way than fetch. */
  sendBy?: (url: string, init: RequestInit) => Promise<Response>
}

/** An answer that stands. The text of one that is read for as long as it comes is still to be read. */
export interface Received {
  response: Response
  text?: string
}

/** Browsers send their own User-Agent, and a custom header would need a CORS preflight. */
const isNode = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node

const longestWait = 60_000
const inFlight = 'urn:svc:problem:idempotency-key-in-flight'

/**
 * Sends a request until there is an answer that stands: success, or a refusal that another try would not change. A write
 * is sent again under the same key, so that it is done once.
 * @throws {SvcProblem} what the server refused
 * @throws {SvcConnectionError} when no answer came
 */
export async function send(
  client: ClientOptions,
  request: Outgoing,
  options: CallOptions,
): Promise<Received> {
  const { retries = client.retries ?? 2, signal } = options
  let refreshed = false
  for (let attempt = 1; ; attempt++) {
    const token = await tokenOf(client, undefined)
    let tried = await once(client, request, options, token)
    if (isRefused(tried, client) && !refreshed) {
      refreshed = true
      tried = await once(client, request, options, await tokenOf(client, token))
    }
    if ('response' in tried) return tried
    signal?.throwIfAborted()
    const wait = attempt <= retries ? waitBefore(tried, attempt) : undefined
    if (wait === undefined) throw tried
    client.onRetry?.({ attempt: attempt + 1, wait, error: tried })
    await pause(wait, signal)
  }
}

const isRefused = (tried: Received | Failure, { token }: ClientOptions): boolean =>
  typeof token === 'function' && 'status' in tried && tried.status === 401

const tokenOf = async ({ token }: ClientOptions, refused: string | undefined): Promise<string | undefined> =>
  typeof token === 'function' ? token(refused) : token

type Failure = SvcProblem | SvcConnectionError

async function once(
  client: ClientOptions,
  { method, url, headers, body, open, long, sendBy }: Outgoing,
  { signal, timeout, headers: own }: CallOptions,
  token: string | undefined,
): Promise<Received | Failure> {
  const limit = timeout ?? (open || long ? undefined : (client.timeout ?? 60_000))
  const timer = limit ? AbortSignal.timeout(limit) : undefined
  // An invalid request fails here, not as a connection error.
  const init: RequestInit = {
    method,
    headers: readable({
      ...(isNode && { 'user-agent': userAgent }),
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...client.headers,
      ...own,
    }),
    ...(body !== undefined && { body }),
    ...(client.credentials && { credentials: client.credentials }),
    signal: anySignal([signal, timer].filter(Boolean) as AbortSignal[]),
  }
  try {
    const response = await (sendBy ?? client.fetch ?? fetch)(url, init)
    if (!response.ok) return await problemOf(response)
    // An answer that breaks off is no answer, so it is read here, where it can be asked for again.
    return open ? { response } : { response, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    if (isProgrammingError(cause)) throw cause
    const Lost = timer?.aborted ? SvcTimeoutError : SvcConnectionError
    return new Lost(`${method} ${new URL(url, 'http://here').pathname}: no answer`, { cause })
  }
}

/** Throws a TypeError for an invalid header. */
function readable(headers: Record<string, string>): Record<string, string> {
  new Headers(headers).keys()
  return headers
}

/** Returns whether an error is a programming error. Connection errors are TypeErrors and DOMExceptions. */
const isProgrammingError = (error: unknown): boolean =>
  error instanceof ReferenceError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  (error instanceof TypeError &&
    /not a (?:function|constructor)|undefined|null|is not an object|Failed to execute/.test(error.message))

/** Milliseconds until the next try; undefined where another would change nothing. */
function waitBefore(failure: Failure, attempt: number): number | undefined {
  // Full jitter: those who failed together do not come back together.
  const wait = 500 + Math.random() * (Math.min(8000, 1000 * 2 ** (attempt - 1)) - 500)
  if (failure instanceof SvcConnectionError) return wait
  const { status, type, headers } = failure
  if (status !== 408 && status !== 429 && status < 500 && type !== inFlight) return undefined
  // Something in between may say a date, which is as good as nothing said.
  const told = Number(headers.get('retry-after')) * 1000 || 0
  return told > longestWait ? undefined : Math.max(told, wait)
}

/** Waits, unless it is aborted meanwhile or was before. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      // oxlint-disable-next-line promise/prefer-promise-reject-errors -- It is the caller's own reason.
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
