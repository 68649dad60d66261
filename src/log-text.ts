/** Lines of the log as a person reads them in a terminal. */
const levels: Record<number, [name: string, color: number]> = {
  10: ['TRACE', 2],
  20: ['DEBUG', 2],
  30: ['INFO', 0],
  40: ['WARN', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 31],
}

type Line = Record<string, unknown> & { level: number; time: number; msg?: string }

/** Writes a line of JSON as text; `colored`: with the colours of a terminal. */
export function formatLine(json: string, colored: boolean): string {
  const { level, time, msg = '', pid: _, err, ...fields } = JSON.parse(json) as Line
  const [name, color] = levels[level] ?? ['INFO', 0]
  const isRequest = msg === 'request' && typeof fields.method === 'string'
  const said = isRequest ? describeRequest(fields) : [msg, ...describeFields(fields)].join(' ')
  const head = `${new Date(time).toTimeString().slice(0, 8)} ${name.padEnd(5)} `
  const text = `${head}${makeVisible(said)}`
  const line = colored && color > 0 ? `\u001B[${color}m${text}\u001B[0m` : text
  return `${line}\n${describeError(err)}`
}

const describeRequest = ({ method, path, status, ms }: Record<string, unknown>): string =>
  `${String(method)} ${String(path)} ${String(status)} ${String(ms)} ms`

const describeFields = (fields: Record<string, unknown>): string[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)

/** The stack of an error, indented; it begins with the error's own words. */
function describeError(err: unknown): string {
  if (typeof err !== 'object' || err === null) return ''
  const { stack, message } = err as { stack?: string; message?: string }
  const lines = (stack || message || '').split('\n').filter(Boolean)
  return lines.map((line) => `  ${makeVisible(line.trimEnd())}\n`).join('')
}

/** Replaces controls, which could move the cursor or write over lines of the terminal. */
const makeVisible = (text: string): string =>
  text.replaceAll(/\p{Control}/gu, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
