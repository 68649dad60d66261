import { CertificateRefused, ConnectionFailed, type ConnectionPool } from '../../../../core/outbound/connections.ts'
import { buildExcerpt } from './excerpt.ts'
import { ResponseTimeout, postToEndpoint, type EndpointResponse } from './post.ts'
import { parseRetryAfter } from './retry.ts'
import { buildDeliveryHeaders, maskSignatures, type SignableDelivery } from './sign.ts'
import { UrlRefused, type SsrfGuard } from '../../../../core/outbound/ssrf-guard.ts'

export interface OutgoingDelivery extends SignableDelivery {
  url: string
}

export interface AttemptResult {
  /** `gone`: status 410. `rate_limited`: status 429. `failed`: any other status that is not 2xx, or no response. */
  outcome: 'succeeded' | 'failed' | 'gone' | 'rate_limited'
  status: number | null
  /** Null without a response: the duration would reveal why the connection failed. */
  ms: number | null
  /** One of a few coarse reasons; null when the status says it all. */
  error: string | null
  /** Null without a response: it would reveal whether a name resolved or a port is open. */
  resolved_ip: string | null
  /** Start of the response body, at most 512 characters, with secrets removed. */
  excerpt: string | null
  /** `Retry-After` of a 429 or 503 in seconds, at most six hours. */
  retry_after: number | null
  headers: Record<string, string>
}

interface AttemptDependencies {
  guard: SsrfGuard
  connections: ConnectionPool
  /** Timeout of the whole attempt: DNS, connection, request and response. */
  totalMillis: number
}

/** Returns the failure of an attempt that this server, not the endpoint, is the cause of. */
export const buildServerFailure = (error: string): AttemptResult => ({
  outcome: 'failed',
  status: null,
  ms: null,
  error,
  resolved_ip: null,
  excerpt: null,
  retry_after: null,
  headers: {},
})

type ResponseResult = Pick<AttemptResult, 'outcome' | 'status' | 'error' | 'excerpt' | 'retry_after'>

/** Attempts a delivery once: checks the URL, signs and sends. Never throws for errors of the endpoint. */
export async function attemptDelivery(
  dependencies: AttemptDependencies,
  outgoing: OutgoingDelivery,
): Promise<AttemptResult> {
  // The server key of its secret was lost.
  if (outgoing.secrets.length === 0) return buildServerFailure('secret cannot be decrypted: rotate it')
  const startedAt = performance.now()
  const headers = buildDeliveryHeaders(outgoing)
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), dependencies.totalMillis)
  const trace: AttemptTrace = { address: null }
  try {
    const result = await send(dependencies, { ...outgoing, headers }, timeout.signal, trace).then(
      (response) => toResponseResult(response, outgoing),
      (error: unknown) => toFailure(error),
    )
    const responded = result.status !== null
    const ms = responded ? Math.round(performance.now() - startedAt) : null
    return { ...result, ms, resolved_ip: responded ? trace.address : null, headers: maskSignatures(headers) }
  } finally {
    clearTimeout(timer)
  }
}

interface AttemptTrace {
  address: string | null
}

async function send(
  { guard, connections }: AttemptDependencies,
  { url, headers, body }: OutgoingDelivery & { headers: Record<string, string> },
  signal: AbortSignal,
  trace: AttemptTrace,
): Promise<EndpointResponse> {
  const destination = await raceAbort(signal, guard.resolveDestination(url))
  const path = destination.url.pathname + destination.url.search
  let forceNew = false
  for (;;) {
    const connection = await connections.open(destination, { signal, forceNew })
    trace.address = connection.address
    try {
      const response = await postToEndpoint(connection.client, { path, headers, body }, signal)
      if (response.complete) connections.release(connection)
      else connections.discard(connection)
      return response
    } catch (error) {
      connections.discard(connection)
      // The endpoint may close an idle connection just as it is reused. That is no failure: retry on a new one.
      if (!connection.isReused || !(error instanceof ConnectionFailed)) throw error
      forceNew = true
    }
  }
}

function raceAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new ConnectionFailed())
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function toResponseResult(
  { status, retryAfter, compressed, bodyStart }: EndpointResponse,
  { secrets, at }: OutgoingDelivery,
): ResponseResult {
  const excerpt = compressed ? null : buildExcerpt(bodyStart, secrets)
  const base = { status, excerpt, error: null, retry_after: null }
  if (status >= 200 && status < 300) return { ...base, outcome: 'succeeded' }
  if (status === 410) return { ...base, outcome: 'gone' }
  const retry_after = status === 429 || status === 503 ? parseRetryAfter(retryAfter, at) : null
  if (status === 429) return { ...base, outcome: 'rate_limited', retry_after }
  return {
    ...base,
    outcome: 'failed',
    retry_after,
    error: status < 400 ? 'redirects are not followed' : null,
  }
}

/** The error for any failure to connect or to receive HTTP, so that ports cannot be scanned. */
export const CONNECTION_FAILED = 'connection failed'

/** Returns the result of an attempt without a response; its error hardly distinguishes open from closed ports. */
function toFailure(error: unknown): ResponseResult {
  return { outcome: 'failed', status: null, error: describeError(error), excerpt: null, retry_after: null }
}

function describeError(error: unknown): string {
  if (error instanceof UrlRefused) return `address not allowed (${error.reason})`
  if (error instanceof CertificateRefused) return 'certificate not accepted'
  if (error instanceof ResponseTimeout) return 'no response in time'
  if (error instanceof ConnectionFailed) return CONNECTION_FAILED
  throw error
}
