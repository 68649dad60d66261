import type { ClientOptions } from './options.ts'
import type { SvcConnectionError as ConnectionError } from './problem.ts'
import type { pause, sendWithRetries } from './send.ts'
import type { combineSignals } from './signals.ts'
import type { GoneEvent, StreamOptions, SvcEvent } from './types.ts'

/** Functions of the first chunk passed to the stream; importing them would make bundles load two files first. */
interface StreamTools {
  send: typeof sendWithRetries
  pause: typeof pause
  anySignal: typeof combineSignals
  SvcConnectionError: typeof ConnectionError
}

/** Longer than the interval of the server's heartbeats, which is 15 seconds. */
const MAX_SILENCE_MS = 40_000

interface Message {
  id?: string
  event?: string
  data?: string
  retry?: number
}

/** Iterates over the events of a URL from `position.cursor` on. Reconnects, except after 401, 403, 404 or 410. */
export async function* stream(
  { send, pause, anySignal, SvcConnectionError }: StreamTools,
  client: ClientOptions,
  url: string,
  { signal, headers: own }: StreamOptions,
  position: { cursor: string | undefined },
): AsyncGenerator<SvcEvent | GoneEvent> {
  let wait = 1000
  for (;;) {
    const connection = new AbortController()
    const either = anySignal([connection.signal, ...(signal ? [signal] : [])])
    const headers = {
      accept: 'text/event-stream',
      ...(position.cursor && { 'last-event-id': position.cursor }),
    }
    const options = { retries: Infinity, signal: either, ...(own && { headers: own }) }
    try {
      const { response } = await send(client, { method: 'GET', url, headers, open: true }, options)
      for await (const { id, event, data, retry } of parseMessages(response.body!, connection, SvcConnectionError)) {
        wait = retry ?? wait
        if (event === 'end') break
        if (id !== undefined) position.cursor = id
        if (data && event !== 'checkpoint') yield JSON.parse(data) as SvcEvent | GoneEvent
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!connection.signal.aborted && !(error instanceof SvcConnectionError)) throw error
    } finally {
      connection.abort()
    }
    await pause(wait * (0.5 + Math.random()), signal)
  }
}

/** Parses the messages of a `text/event-stream` body; aborts the connection after a silence. */
async function* parseMessages(
  body: ReadableStream<Uint8Array>,
  connection: AbortController,
  SvcConnectionError: StreamTools['SvcConnectionError'],
): AsyncGenerator<Message> {
  const reader = body.pipeThrough<string>(new TextDecoderStream() as never).getReader()
  let text = ''
  let message: Message = {}
  for (;;) {
    const timer = setTimeout(() => connection.abort(), MAX_SILENCE_MS)
    const { done, value } = await reader
      .read()
      .catch((cause: unknown) => {
        throw new SvcConnectionError('the stream was interrupted', { cause })
      })
      .finally(() => clearTimeout(timer))
    if (done) return
    const lines = (text + value).split('\n')
    text = lines.pop()!
    for (const line of lines) {
      if (line) {
        parseLine(message, line)
      } else {
        yield message
        message = {}
      }
    }
  }
}

function parseLine(message: Message, line: string): void {
  const colon = line.indexOf(':')
  if (colon <= 0) return
  const name = line.slice(0, colon)
  const value = line.slice(colon + 1).replace(/^ /, '')
  if (name === 'retry') message.retry = Number(value)
  else if (name === 'id' || name === 'event' || name === 'data') message[name] = value
}
