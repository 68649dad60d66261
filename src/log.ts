import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './kernel/config/config.ts'
import { formatLine } from './log-text.ts'

/** Lines are gathered up to this many bytes, or a second, before they are written. */
const gathered = 8192

/**
 * The log of a server on standard output: text on a terminal, else one line of JSON each, unless `LOG_FORMAT` says which.
 * Undefined where `LOG_LEVEL` is `silent`.
 */
export function openLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger | undefined {
  if (logLevel === 'silent') return undefined
  const options = { level: logLevel, base: { pid: process.pid }, serializers: { err: shortError } }
  const { isTTY = false } = process.stdout
  const isText = logFormat === undefined ? isTTY : logFormat === 'text'
  return pino(options, isText ? openText(isTTY && !process.env.NO_COLOR) : openOutput())
}

/** Standard output, written a line at once: somebody looks at it. */
const openText = (colored: boolean): DestinationStream => ({
  write: (line) => void process.stdout.write(formatLine(line, colored)),
})

/** Standard output, written in larger pieces: a write for every request would cost more than routing it. */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: gathered })
  setInterval(() => output.flush(), 1000).unref()
  process.on('exit', () => output.flushSync())
  return output
}

/** An error for the log: a database's own words on it can hold values of rows, so only what says where it broke. */
const shortError = (error: Error & { code?: string }) => ({
  type: error.name,
  code: error.code ?? '',
  message: error.message,
  stack: error.stack ?? '',
})
