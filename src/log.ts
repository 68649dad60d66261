import { pino, type DestinationStream } from 'pino'

/** Lines are gathered up to this many bytes, or a second, before they are written. */
const gathered = 8192

/** Standard output, written in larger pieces: a write for every request would cost more than routing it. */
export function openLog(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: gathered })
  setInterval(() => output.flush(), 1000).unref()
  process.on('exit', () => output.flushSync())
  return output
}
