import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedEmail {
  /** Sender of the envelope. */
  from: string
  to: string[]
  /** Lowercase names with unfolded, decoded values; repeated headers are repeated here. */
  headers: [name: string, value: string][]
  text: string
  html: string
  raw: string
}

export interface MailServer {
  readonly port: number
  readonly url: string
  readonly received: ReceivedEmail[]
  stop(): Promise<void>
}

/** Starts an SMTP server, by default on a free port; `options` may reject messages. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ from, to, ...parse(Buffer.concat(chunks).toString()) })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined) // Ignores errors: some tests break connections.
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const at = (server.server.address() as AddressInfo).port
  return {
    port: at,
    url: `smtp://127.0.0.1:${at}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Creates an error for which the server responds with this code. */
export const createSmtpError = (responseCode: number) => Object.assign(new Error('Not here'), { responseCode })

function parse(raw: string): Pick<ReceivedEmail, 'headers' | 'text' | 'html' | 'raw'> {
  const { headers, body } = splitMessage(raw)
  const boundary = /boundary="([^"]+)"/.exec(findHeader(headers, 'content-type'))?.[1]
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1)
  const contents = parts.map((part) => splitMessage(part.replace(/^\r\n/, '')))
  const findContent = (type: string) => {
    const part = contents.find((one) => findHeader(one.headers, 'content-type').startsWith(type))
    return part ? decodePart(part) : ''
  }
  return { headers, text: findContent('text/plain'), html: findContent('text/html'), raw }
}

interface Part {
  headers: [string, string][]
  body: string
}

function splitMessage(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())]
  })
  return { headers, body: raw.slice(end + 4) }
}

export const findHeader = (headers: [string, string][], name: string): string =>
  headers.find(([one]) => one === name)?.[1] ?? ''

function decodePart({ headers, body }: Part): string {
  const encoding = findHeader(headers, 'content-transfer-encoding')
  const text = body.replaceAll('\r\n', '\n')
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(text.replaceAll('=\n', '')) : text
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Encoded words (RFC 2047). */
const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuotedPrintable(text.replaceAll('_', ' ')),
    )
