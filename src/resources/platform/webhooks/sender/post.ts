import type { Client, Dispatcher } from 'undici'
import { ConnectionFailed } from '../../../../core/outbound/connections.ts'
import { MAX_EXCERPT_BYTES } from './excerpt.ts'

export class ResponseTimeout extends Error {}

/** The response of an endpoint. Only its status acknowledges; the rest is for the delivery log. */
export interface EndpointResponse {
  status: number
  retryAfter: string | undefined
  /** First bytes of the body, not decompressed. */
  bodyStart: Buffer
  compressed: boolean
  /** The whole response was read, so that the connection can be reused. */
  complete: boolean
}

const MAX_BODY_BYTES = 65_536
const MAX_INTERIM_RESPONSES = 10

/**
 * Sends one POST and reads the response until it ends, is too long or `signal` aborts. Throws `ConnectionFailed` or
 * `ResponseTimeout` without a status.
 */
export function postToEndpoint(
  client: Client,
  request: { path: string; headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<EndpointResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let response: EndpointResponse | undefined
    const chunks: Buffer[] = []
    const counts = { bytes: 0, interim: 0 }

    const finish = (complete: boolean) => {
      signal.removeEventListener('abort', stop)
      if (response) resolve({ ...response, complete, bodyStart: Buffer.concat(chunks) })
      else reject(signal.aborted ? new ResponseTimeout() : new ConnectionFailed())
    }
    const stop = () => {
      controller?.abort(new Error('response too long, or timeout'))
      finish(false)
    }
    signal.addEventListener('abort', stop, { once: true })

    client.dispatch(
      { method: 'POST', ...request },
      {
        onRequestStart: (started) => void (controller = started),
        onResponseStart(_controller, status, headers) {
          if (status >= 200) response = parseHead(status, headers)
          else if (++counts.interim > MAX_INTERIM_RESPONSES) stop()
        },
        onResponseData(_controller, chunk) {
          if (counts.bytes < MAX_EXCERPT_BYTES)
            chunks.push(Buffer.from(chunk.subarray(0, MAX_EXCERPT_BYTES - counts.bytes)))
          counts.bytes += chunk.length
          if (counts.bytes > MAX_BODY_BYTES) stop()
        },
        onResponseEnd: () => finish(true),
        onResponseError: () => finish(false),
      },
    )
  })
}

function parseHead(status: number, headers: Record<string, string | string[] | undefined>): EndpointResponse {
  const [retryAfter] = [headers['retry-after']].flat()
  const encoding = String(headers['content-encoding'] ?? 'identity')
  return {
    status,
    retryAfter,
    bodyStart: Buffer.alloc(0),
    compressed: encoding.toLowerCase() !== 'identity',
    complete: false,
  }
}
