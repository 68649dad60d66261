import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './kernel/config/config.ts'

/** Lines are gathered up to this many bytes, or a second, before they are written. */
const gathered = 8192

/**
 * Opens the log of a server on standard output: readable lines on a terminal, one line of JSON each elsewhere, unless
 * `LOG_FORMAT` says otherwise. Undefined where `LOG_LEVEL` is `silent`.
 */
export async function openLog({
  logLevel,
  logFormat = process.stdout.isTTY ? 'pretty' : 'json',
}: Pick<Config, 'logLevel' | 'logFormat'>): Promise<Logger | undefined> {
  if (logLevel === 'silent') return undefined
  const options = { level: logLevel, base: { pid: process.pid }, serializers: { err: shortError } }
  return pino(options, logFormat === 'pretty' ? await openReadableOutput() : openOutput())
}

/** Standard output, written in larger pieces: a write for every request would cost more than routing it. */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: gathered })
  setInterval(() => output.flush(), 1000).unref()
  process.on('exit', () => output.flushSync())
  return output
}

/** Opens human-readable standard output: local time, level, message and the remaining fields. */
async function openReadableOutput(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    colorize: process.stdout.isTTY && !process.env.NO_COLOR,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,request_id',
    sync: true,
  })
}

/** An error for the log: a database's own words on it can hold values of rows, so only what says where it broke. */
const shortError = (error: Error & { code?: string }) => ({
  type: error.name,
  code: error.code ?? '',
  message: error.message,
  stack: error.stack ?? '',
})
