import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './kernel/config/config.ts'

/** Lines are gathered up to this many bytes, or a second, before they are written. */
const gathered = 8192

/** The log of a server: one line of JSON each, on standard output. Undefined where `LOG_LEVEL` is `silent`. */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>): Logger | undefined {
  if (logLevel === 'silent') return undefined
  const options = { level: logLevel, base: { pid: process.pid }, serializers: { err: shortError } }
  return pino(options, openOutput())
}

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
