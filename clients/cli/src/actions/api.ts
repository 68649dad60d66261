import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CommonFlags, Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { readStdin } from '../input/stdin.ts'
import { harmlessJson, visible } from '../output/text.ts'
import { openSession } from '../session/session.ts'

interface ApiFlags extends CommonFlags {
  data?: string
  query?: readonly string[]
  header?: readonly string[]
  include?: boolean
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Sends any request of the API with the sign-in of the context, and prints what comes back. */
export async function api(context: Context, flags: ApiFlags, method: string, path: string): Promise<void> {
  const verb = method.toUpperCase()
  if (!methods.includes(verb)) throw usageError(`${method} is no method: ${methods.join(', ')}`)
  if (!path.startsWith('/v1/'))
    throw usageError(`${path}: a path of the API begins with /v1/, like /v1/tasks`)
  const { svc } = openSession(context, flags)
  const body = flags.data === undefined ? undefined : await bodyOf(context, flags.data)
  const url = new URL(path, 'http://here')
  for (const [name, value] of pairs(flags.query, '=', '--query')) url.searchParams.append(name, value)
  const target = `${url.pathname}${url.search}` as `/v1/${string}`
  const options = {
    ...(body !== undefined && { body }),
    headers: Object.fromEntries(pairs(flags.header, ':', '--header')),
    signal: context.signal,
  }
  const print = (data: unknown) =>
    context.out(`${harmlessJson(data, flags.json === undefined && context.columns === undefined ? 0 : 2)}\n`)
  if (verb !== 'GET') {
    const { data, response } = await svc.request(verb, target, options).withResponse()
    if (flags.include) context.note(headersOf(response))
    if (data !== undefined) print(data)
    return
  }
  const response = await svc.request(verb, target, { ...options, raw: true })
  if (flags.include) context.note(headersOf(response))
  if (isJson(response)) print(await response.json())
  else await passOn(context, response)
}

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? 'application/octet-stream'
const isJson = (response: Response): boolean => /^application\/([\w.-]+\+)?json\b/.test(typeOf(response))

/** A file goes on byte by byte; onto a terminal only text does, and without what would steer it. */
async function passOn({ process, columns, out }: Context, response: Response): Promise<void> {
  if (!response.body) return
  if (columns === undefined)
    return pipeline(Readable.fromWeb(response.body as never), process.stdout, { end: false })
  if (typeOf(response).startsWith('text/')) return out(visible(await response.text(), { lines: true }))
  await response.body.cancel()
  throw usageError(
    `This is a file (${typeOf(response)}), which a terminal can't show: write it into one, with > FILE`,
  )
}

/** JSON as it stands, `@FILE`, or `-` for standard input. */
async function bodyOf({ process }: Context, data: string): Promise<unknown> {
  const text =
    data === '-'
      ? await readStdin(process.stdin)
      : data.startsWith('@')
        ? readFileSync(data.slice(1), 'utf8')
        : data
  try {
    return JSON.parse(text)
  } catch (error) {
    throw usageError(`--data is no JSON: ${(error as Error).message}`)
  }
}

function pairs(values: readonly string[] = [], sign: string, option: string): [string, string][] {
  return values.map((pair) => {
    const at = pair.indexOf(sign)
    if (at < 1) throw usageError(`${option}: write name${sign}value, not ${JSON.stringify(pair)}`)
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
}

const headersOf = ({ status, headers }: Response): string =>
  [`HTTP ${status}`, ...[...headers].map(([name, value]) => `${name}: ${visible(value)}`)].join('\n')
