import type { Client, Dispatcher } from 'undici'
import { ConnectionFailed } from '../../../kernel/outward/sockets.ts'
import { excerptBytes } from './excerpt.ts'

/** The time was up before there was an answer. */
export class NoAnswer extends Error {}

/** What came back. The status alone acknowledges; the rest is for people to look at. */
export interface EndpointAnswer {
  status: number
  retryAfter: string | undefined
  /** The first bytes of the body, as sent: nothing is decompressed. */
  beginning: Buffer
  compressed: boolean
  /** The whole answer was read, so the connection can carry another request. */
  complete: boolean
}

const longestBody = 65_536
/** Interim answers (1xx) that are passed over: real ones come once or twice. */
const mostInterim = 10

/**
 * Sends one POST over a connection and reads the answer, until it ends, is too long, or `signal` says that time is up.
 * Throws `ConnectionFailed` or `NoAnswer` when there was not even a status.
 */
export function post(
  client: Client,
  request: { path: string; headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<EndpointAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let answer: EndpointAnswer | undefined
    const chunks: Buffer[] = []
    let read = 0
    let interim = 0

    const settle = (complete: boolean) => {
      signal.removeEventListener('abort', stop)
      if (answer) resolve({ ...answer, complete, beginning: Buffer.concat(chunks) })
      else reject(signal.aborted ? new NoAnswer() : new ConnectionFailed())
    }
    const stop = () => {
      controller?.abort(new Error('enough was read, or time is up'))
      settle(false)
    }
    signal.addEventListener('abort', stop, { once: true })

    client.dispatch(
      { method: 'POST', ...request },
      {
        onRequestStart: (given) => void (controller = given),
        onResponseStart(_controller, status, headers) {
          if (status >= 200) answer = readHead(status, headers)
          else if (++interim > mostInterim) stop()
        },
        onResponseData(_controller, chunk) {
          if (read < excerptBytes) chunks.push(Buffer.from(chunk.subarray(0, excerptBytes - read)))
          read += chunk.length
          if (read > longestBody) stop()
        },
        onResponseEnd: () => settle(true),
        onResponseError: () => settle(false),
      },
    )
  })
}

function readHead(status: number, headers: Record<string, string | string[] | undefined>): EndpointAnswer {
  const [retryAfter] = [headers['retry-after']].flat()
  const encoding = String(headers['content-encoding'] ?? 'identity')
  return {
    status,
    retryAfter,
    beginning: Buffer.alloc(0),
    compressed: encoding.toLowerCase() !== 'identity',
    complete: false,
  }
}
