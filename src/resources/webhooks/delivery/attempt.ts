import { CertificateRefused, ConnectionFailed, type Connections } from '../../../kernel/outward/sockets.ts'
import { excerptOf } from './excerpt.ts'
import { NoAnswer, post, type EndpointAnswer } from './post.ts'
import { retryAfterSeconds } from './retry.ts'
import { deliveryHeaders, shownHeaders, type Signable } from './sign.ts'
import { UrlRefused, type UrlGuard } from '../../../kernel/outward/url-guard.ts'

/** One delivery on its way out: what is signed, and where it goes. */
export interface Outgoing extends Signable {
  url: string
}

/** What became of one attempt. */
export interface AttemptResult {
  /** `gone`: answered 410. `rate_limited`: answered 429. `failed`: anything else that is not 2xx. */
  outcome: 'succeeded' | 'failed' | 'gone' | 'rate_limited'
  /** The status of the answer; null when there was no HTTP answer. */
  status: number | null
  /** From the beginning to the end of the answer; null without one, since the time would tell why there was none. */
  ms: number | null
  /** What went wrong, in a few fixed, coarse words; null when the status says it all. */
  error: string | null
  /** The address that was connected to, or would have been. */
  resolved_ip: string | null
  /** The beginning of the answer, at most 512 characters, secrets removed. */
  excerpt: string | null
  /** `Retry-After` of a 429 or 503 in seconds, at most six hours. */
  retry_after: number | null
  /** What was sent, the signature masked. */
  headers: Record<string, string>
}

export interface AttemptParts {
  guard: UrlGuard
  connections: Connections
  /** The time for the whole attempt: name, connection, request and answer. */
  totalMillis: number
}

type Verdict = Pick<AttemptResult, 'outcome' | 'status' | 'error' | 'excerpt' | 'retry_after'>

/** Makes one attempt to deliver: judges the URL anew, signs, sends. Never throws for what the other side does. */
export async function attempt(parts: AttemptParts, outgoing: Outgoing): Promise<AttemptResult> {
  const begun = performance.now()
  const headers = deliveryHeaders(outgoing)
  const time = new AbortController()
  const timer = setTimeout(() => time.abort(), parts.totalMillis)
  const seen: Seen = { address: null }
  try {
    const verdict = await send(parts, { ...outgoing, headers }, time.signal, seen).then(
      (answer) => judge(answer, outgoing),
      (error: unknown) => unanswered(error),
    )
    const ms = verdict.status === null ? null : Math.round(performance.now() - begun)
    return { ...verdict, ms, resolved_ip: seen.address, headers: shownHeaders(headers) }
  } finally {
    clearTimeout(timer)
  }
}

/** What is known of an attempt even when it fails. */
interface Seen {
  address: string | null
}

async function send(
  { guard, connections }: AttemptParts,
  { url, headers, body }: Outgoing & { headers: Record<string, string> },
  signal: AbortSignal,
  seen: Seen,
): Promise<EndpointAnswer> {
  const destination = await before(signal, guard.destination(url))
  const path = destination.url.pathname + destination.url.search
  let fresh = false
  for (;;) {
    seen.address = destination.addresses[0] ?? null
    const connection = await connections.open(destination, { signal, fresh })
    seen.address = connection.address
    try {
      const answer = await post(connection.client, { path, headers, body }, signal)
      if (answer.complete) connections.release(connection)
      else connections.discard(connection)
      return answer
    } catch (error) {
      connections.discard(connection)
      // The other side may close a kept connection at the moment it is used again. That is no failure, so send anew.
      if (!connection.used || !(error instanceof ConnectionFailed)) throw error
      fresh = true
    }
  }
}

/** The outcome of some work, unless time is up before. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new ConnectionFailed())
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function judge(
  { status, retryAfter, compressed, beginning }: EndpointAnswer,
  { secrets, at }: Outgoing,
): Verdict {
  const excerpt = compressed ? null : excerptOf(beginning, secrets)
  const told = { status, excerpt, error: null, retry_after: null }
  if (status >= 200 && status < 300) return { ...told, outcome: 'succeeded' }
  if (status === 410) return { ...told, outcome: 'gone' }
  const retry_after = status === 429 || status === 503 ? retryAfterSeconds(retryAfter, at) : null
  if (status === 429) return { ...told, outcome: 'rate_limited', retry_after }
  return {
    ...told,
    outcome: 'failed',
    retry_after,
    error: status < 400 ? 'redirects are not followed' : null,
  }
}

/** The words for every attempt that found no connection, or no HTTP at the end of one. */
export const connectionFailed = 'connection failed'

/** The verdict on an attempt without an answer, in words that hardly tell an open port from a closed one. */
function unanswered(error: unknown): Verdict {
  return { outcome: 'failed', status: null, error: wordsFor(error), excerpt: null, retry_after: null }
}

function wordsFor(error: unknown): string {
  if (error instanceof UrlRefused) return `address not allowed (${error.reason})`
  if (error instanceof CertificateRefused) return 'certificate not accepted'
  if (error instanceof NoAnswer) return 'no answer in time'
  if (error instanceof ConnectionFailed) return connectionFailed
  throw error
}
