import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { AttemptResult } from '../../src/resources/platform/webhooks/sender/attempt.ts'

/** A hostile or broken receiver, and the expected result of an attempt. */
export interface HostileServer {
  serve(socket: Socket): void
  becomes: Partial<AttemptResult>
  /** Takes as long as the timeout allows. */
  lasts?: true
  /** Served over TLS, or expected to be. */
  scheme?: 'https'
}

const buildHead = (status: string, ...headers: string[]) =>
  `HTTP/1.1 ${[status, ...(status.startsWith('1') ? [] : ['Connection: close']), ...headers].join('\r\n')}\r\n\r\n`
const bomb = gzipSync(Buffer.alloc(50_000_000))

/** Responds to the first request only. */
const respondOnce =
  (...parts: (string | Buffer)[]) =>
  (socket: Socket) =>
    void socket.once('data', () => parts.forEach((part) => socket.write(part)))

/** Sends a chunk in a loop, as fast as the client reads. */
function flood(socket: Socket, chunk: string | Buffer): void {
  const writeMore = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', writeMore)
  writeMore()
}

/** Sends one byte at a time, many a second, so that a test takes no seconds. */
function sendSlowly(socket: Socket, text: string, everyMillis = 20): void {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++ % text.length]!), everyMillis)
  socket.on('close', () => clearInterval(timer))
}

const buildFailure = (error: string) => ({ outcome: 'failed', status: null, ms: null, error, excerpt: null }) as const
const lost = buildFailure('connection failed')
const late = buildFailure('no response in time')
const fine = { outcome: 'succeeded', status: 200, error: null } as const

export const hostileServers: Record<string, HostileServer> = {
  'takes the request and says nothing': {
    serve: (socket) => void socket.resume(),
    becomes: late,
    lasts: true,
  },
  'does not even read': { serve: (socket) => void socket.pause(), becomes: late, lasts: true },
  'is silent where TLS is expected': {
    serve: (socket) => void socket.resume(),
    becomes: lost,
    scheme: 'https',
  },
  'speaks no TLS where it is expected': {
    serve: respondOnce('SSH-2.0-OpenSSH_9.2\r\n'),
    becomes: lost,
    scheme: 'https',
  },
  'gives its headers byte by byte': {
    serve: (socket) => sendSlowly(socket.resume(), `HTTP/1.1 200 OK\r\nX-Slow: ${'a'.repeat(9999)}`),
    becomes: late,
    lasts: true,
  },
  'gives its body byte by byte': {
    serve(socket) {
      socket.once('data', () => {
        socket.write(buildHead('200 OK', 'Content-Length: 100000'))
        sendSlowly(socket, 'slow ')
      })
    },
    becomes: fine,
    lasts: true,
  },
  'fails, and takes its time to say why': {
    serve(socket) {
      socket.once('data', () => {
        socket.write(buildHead('500 Oops', 'Transfer-Encoding: chunked'))
        sendSlowly(socket, '1\r\na\r\n')
      })
    },
    becomes: { outcome: 'failed', status: 500, error: null },
    lasts: true,
  },
  'never stops to announce an answer': {
    serve: respondOnce(buildHead('103 Early Hints').repeat(50)),
    becomes: lost,
  },
  'announces its answer, and gives it': {
    serve: respondOnce(buildHead('103 Early Hints', 'Link: </a>'), buildHead('204 No Content')),
    becomes: { outcome: 'succeeded', status: 204, excerpt: null },
  },
  'never ends its body': {
    serve(socket) {
      socket.once('data', () => {
        socket.write(buildHead('200 OK', 'Content-Type: text/plain'))
        flood(socket, Buffer.alloc(65_536, 'x'))
      })
    },
    becomes: { ...fine, excerpt: 'x'.repeat(512) },
  },
  'never ends its chunked body': {
    serve(socket) {
      socket.once('data', () => {
        socket.write(buildHead('503 No', 'Transfer-Encoding: chunked'))
        flood(socket, `4000\r\n${'y'.repeat(0x4000)}\r\n`)
      })
    },
    becomes: { outcome: 'failed', status: 503, excerpt: 'y'.repeat(512) },
  },
  'never ends its headers': {
    serve: (socket) =>
      void socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n')
        flood(socket, `X-Much: ${'z'.repeat(8000)}\r\n`)
      }),
    becomes: lost,
  },
  'sends a compressed bomb': {
    serve: respondOnce(buildHead('200 OK', 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`), bomb),
    becomes: { ...fine, excerpt: null },
  },
  'resets at once': { serve: (socket) => void socket.resetAndDestroy(), becomes: lost },
  'resets once it was asked': {
    serve: (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    becomes: lost,
  },
  'closes without a word': { serve: (socket) => void socket.once('data', () => socket.end()), becomes: lost },
  'closes in its headers': {
    serve: (socket) => void socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nX')),
    becomes: lost,
  },
  'closes in its body': {
    serve: (socket) => void socket.once('data', () => socket.end(`${buildHead('200 OK', 'Content-Length: 900')}half`)),
    becomes: { ...fine, excerpt: 'half' },
  },
  'is no web server': {
    serve: (socket) => void socket.write('220 mail.example.com ESMTP\r\n'),
    becomes: lost,
  },
  'speaks a garbled protocol': { serve: respondOnce('HTTP/9.9 OK\r\n\r\n'), becomes: lost },
  'has a status that is none': { serve: respondOnce(buildHead('99 Nope')), becomes: lost },
  'switches protocols': {
    serve: respondOnce(buildHead('101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade')),
    becomes: lost,
  },
  'sends control characters and half characters': {
    serve: respondOnce(
      buildHead('500 No', 'Content-Length: 13'),
      Buffer.from('a\0b\x1b[31mc\xff\xfed\ud83d', 'latin1'),
    ),
    becomes: { outcome: 'failed', status: 500, excerpt: 'a b [31mc\ufffd\ufffdd=' },
  },
  'redirects to where nothing may be sent': {
    serve: respondOnce(buildHead('302 Found', 'Location: http://127.0.0.1:1/', 'Content-Length: 0')),
    becomes: { outcome: 'failed', status: 302, error: 'redirects are not followed', excerpt: null },
  },
  'is gone': {
    serve: respondOnce(buildHead('410 Gone', 'Content-Length: 0')),
    becomes: { outcome: 'gone', status: 410, error: null },
  },
  'wants fewer': {
    serve: respondOnce(buildHead('429 Slow down', 'Retry-After: 90', 'Content-Length: 0')),
    becomes: { outcome: 'rate_limited', status: 429, retry_after: 90 },
  },
}

export async function startHostile(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.on('close', () => sockets.delete(socket))
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
