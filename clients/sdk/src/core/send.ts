import type { CallOptions, ClientOptions } from './options.ts'
import { toSvcProblem, SvcConnectionError, SvcTimeoutError, type SvcProblem } from './problem.ts'
import { combineSignals } from './signals.ts'
import { userAgent } from './version.ts'

export interface OutgoingRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: NonNullable<RequestInit['body']>
  /** True if the caller reads the body: a stream or file. */
  open?: boolean | undefined
  /** True for file uploads, which have no default timeout. */
  long?: boolean | undefined
  /** Replaces fetch. */
  sendBy?: (url: string, init: RequestInit) => Promise<Response>
}

/** Successful response, with its text unless `open`. */
interface SuccessfulResponse {
  response: Response
  text?: string
}

/** Browsers send their own User-Agent, and a custom header would need a CORS preflight. */
const isNode = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node

const MAX_RETRY_AFTER_MS = 60_000
const inFlight = 'urn:svc:problem:idempotency-key-in-flight'

/**
 * Sends a request, with retries for transient errors. Retried writes have the same idempotency key, so that they are
 * executed once.
 * @throws {SvcProblem} for an error response
 * @throws {SvcConnectionError} without a response
 */
export async function sendWithRetries(
  client: ClientOptions,
  request: OutgoingRequest,
  options: CallOptions,
): Promise<SuccessfulResponse> {
  const { retries = client.retries ?? 2, signal } = options
  let refreshed = false
  for (let attempt = 1; ; attempt++) {
    const token = await getToken(client)
    let result = await attemptOnce(client, request, options, token)
    if (isRefused(result, client) && !refreshed) {
      refreshed = true
      result = await attemptOnce(client, request, options, await getToken(client, token))
    }
    if ('response' in result) return result
    signal?.throwIfAborted()
    const wait = attempt <= retries ? computeWait(result, attempt) : undefined
    if (wait === undefined) throw result
    client.onRetry?.({ attempt: attempt + 1, wait, error: result })
    await pause(wait, signal)
  }
}

const isRefused = (result: SuccessfulResponse | Failure, { token }: ClientOptions): boolean =>
  typeof token === 'function' && 'status' in result && result.status === 401

const getToken = async ({ token }: ClientOptions, refused?: string): Promise<string | undefined> =>
  typeof token === 'function' ? token(refused) : token

type Failure = SvcProblem | SvcConnectionError

async function attemptOnce(
  client: ClientOptions,
  { method, url, headers, body, open, long, sendBy }: OutgoingRequest,
  { signal, timeout, headers: own }: CallOptions,
  token: string | undefined,
): Promise<SuccessfulResponse | Failure> {
  const limit = timeout ?? (open || long ? undefined : (client.timeout ?? 60_000))
  const timer = limit ? AbortSignal.timeout(limit) : undefined
  // An invalid request fails here, not as a connection error.
  const init: RequestInit = {
    method,
    headers: validateHeaders({
      ...(isNode && { 'user-agent': userAgent }),
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...client.headers,
      ...own,
    }),
    body: body as BodyInit,
    ...(client.credentials && { credentials: client.credentials }),
    signal: combineSignals([signal, timer].filter(Boolean) as AbortSignal[]),
  }
  try {
    const response = await (sendBy ?? client.fetch ?? fetch)(url, init)
    if (!response.ok) return await toSvcProblem(response)
    // Reads the body here, so that a response that breaks off is retried.
    return open ? { response } : { response, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    if (isProgrammingError(cause)) throw cause
    const Lost = timer?.aborted ? SvcTimeoutError : SvcConnectionError
    return new Lost(`${method} ${new URL(url, 'http://x').pathname}: no response`, { cause })
  }
}

/** Throws a TypeError for an invalid header. */
function validateHeaders(headers: Record<string, string>): Record<string, string> {
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

/** Returns the milliseconds until the next attempt; undefined if the error is not transient. */
function computeWait(failure: Failure, attempt: number): number | undefined {
  // Jitter, so that clients that failed simultaneously do not retry simultaneously.
  const wait = 500 + Math.random() * (Math.min(8000, 1000 * 2 ** (attempt - 1)) - 500)
  if (failure instanceof SvcConnectionError) return wait
  const { status, type, headers } = failure
  if (status !== 408 && status !== 429 && status < 500 && type !== inFlight) return undefined
  // A proxy may send a date, which is ignored.
  const retryAfter = Number(headers.get('retry-after')) * 1000 || 0
  return retryAfter > MAX_RETRY_AFTER_MS ? undefined : Math.max(retryAfter, wait)
}

/** Waits; rejects when aborted. */
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
