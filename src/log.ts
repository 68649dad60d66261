import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './core/config/config.ts'

/** Buffer size before a write; flushed every second. */
const BUFFER_BYTES = 8192

export const getLogFormat = ({ logFormat }: Pick<Config, 'logFormat'>): 'json' | 'pretty' =>
  logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json')

export async function openLog(config: Pick<Config, 'logLevel' | 'logFormat'>): Promise<Logger | undefined> {
  const { logLevel } = config
  if (logLevel === 'silent') return undefined
  const options = { level: logLevel, base: { pid: process.pid }, serializers: { err: shortError } }
  return pino(options, getLogFormat(config) === 'pretty' ? await openReadableOutput() : openOutput())
}

/** Opens buffered standard output: a write per request would cost more than routing it. */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES })
  setInterval(() => output.flush(), 1000).unref()
  process.on('exit', () => output.flushSync())
  return output
}

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

/** Omits the details of database errors, which can contain row values. */
const shortError = (error: Error & { code?: string }) => ({
  type: error.name,
  code: error.code ?? '',
  message: error.message,
  stack: error.stack ?? '',
})
