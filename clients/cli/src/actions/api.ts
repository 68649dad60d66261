import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CommonFlags, Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { readStdin } from '../input/stdin.ts'
import { toSafeJson, escapeControls } from '../output/text.ts'
import { openSession } from '../session/session.ts'

interface ApiFlags extends CommonFlags {
  data?: string
  query?: readonly string[]
  header?: readonly string[]
  include?: boolean
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export async function sendApiRequest(context: Context, flags: ApiFlags, method: string, path: string): Promise<void> {
  const verb = method.toUpperCase()
  if (!methods.includes(verb)) throw usageError(`Unknown method ${method}. Use one of: ${methods.join(', ')}`)
  if (!path.startsWith('/v1/')) throw usageError(`${path} is not an API path. Use a path like /v1/tasks`)
  const { svc } = openSession(context, flags)
  const body = flags.data === undefined ? undefined : await readBody(context, flags.data)
  const url = new URL(path, 'http://localhost')
  for (const [name, value] of parsePairs(flags.query, '=', '--query')) url.searchParams.append(name, value)
  const target = `${url.pathname}${url.search}` as `/v1/${string}`
  const options = {
    ...(body !== undefined && { body }),
    headers: Object.fromEntries(parsePairs(flags.header, ':', '--header')),
    signal: context.signal,
  }
  const print = (data: unknown) =>
    context.out(`${toSafeJson(data, flags.json === undefined && context.columns === undefined ? 0 : 2)}\n`)
  if (verb !== 'GET') {
    const { data, response } = await svc.request(verb, target, options).withResponse()
    if (flags.include) context.note(formatHeaders(response))
    if (data !== undefined) print(data)
    return
  }
  const response = await svc.request(verb, target, { ...options, raw: true })
  if (flags.include) context.note(formatHeaders(response))
  if (isJson(response)) print(await response.json())
  else await printFile(context, response)
}

const getMediaType = ({ headers }: Response): string => headers.get('content-type') ?? 'application/octet-stream'
const isJson = (response: Response): boolean => /^application\/([\w.-]+\+)?json\b/.test(getMediaType(response))

/** Streams a file to a pipe. On a terminal, prints text only, with control characters escaped. */
async function printFile({ process, columns, out }: Context, response: Response): Promise<void> {
  if (!response.body) return
  if (columns === undefined) return pipeline(Readable.fromWeb(response.body as never), process.stdout, { end: false })
  if (getMediaType(response).startsWith('text/')) return out(escapeControls(await response.text(), { lines: true }))
  await response.body.cancel()
  throw usageError(`A terminal cannot show this file (${getMediaType(response)}). Redirect the output: > FILE`)
}

/** Parses JSON, `@FILE`, or `-` for standard input. */
async function readBody({ process }: Context, data: string): Promise<unknown> {
  const text =
    data === '-' ? await readStdin(process.stdin) : data.startsWith('@') ? readFileSync(data.slice(1), 'utf8') : data
  try {
    return JSON.parse(text)
  } catch (error) {
    throw usageError(`--data is not valid JSON: ${(error as Error).message}`)
  }
}

function parsePairs(values: readonly string[] = [], sign: string, option: string): [string, string][] {
  return values.map((pair) => {
    const at = pair.indexOf(sign)
    if (at < 1) throw usageError(`${option}: ${JSON.stringify(pair)} is not valid. Write name${sign}value`)
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
}

const formatHeaders = ({ status, headers }: Response): string =>
  [`HTTP ${status}`, ...[...headers].map(([name, value]) => `${name}: ${escapeControls(value)}`)].join('\n')
