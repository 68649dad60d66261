import { frame, retryAfter } from '../live/frames.ts'
import { share, type Components, type Json } from './components.ts'
import { headersOf, successHeaders } from './headers.ts'
import { publish } from './schemas.ts'
import { isMergePatch, type AnyOperation } from '../operation.ts'

/** What an operation takes as its body; undefined when it takes none. */
export function requestBodyOf(op: AnyOperation, components: Components): Json | undefined {
  if (!op.body) return undefined
  if (op.upload)
    return {
      required: true,
      content: { 'multipart/form-data': formOf(op, op.upload.description, components) },
    }
  const schema = publish(op.body, components)
  const media = op.example?.body === undefined ? { schema } : { schema, example: op.example.body }
  const type = isMergePatch(op) ? 'application/merge-patch+json' : 'application/json'
  return { required: !op.bodyOptional, content: { [type]: media } }
}

/** The fields of a form and its file. */
function formOf(op: AnyOperation, description: string, components: Components): Json {
  const {
    title,
    properties,
    required = [],
  } = op.body as {
    title?: string
    properties: Json
    required?: string[]
  }
  const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream', description }
  const form = { title, type: 'object', required: [...required, 'file'], properties: { ...properties, file } }
  return { schema: publish(form, components) }
}

const bytes = { schema: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } }

/** A stream that goes on, with what a page shows as an example as its first messages. */
function streamOf({ example }: AnyOperation): Json {
  const page = example?.reply as { data: { type: string }[]; next_cursor: string } | undefined
  const messages = page?.data.map((one) =>
    frame({ id: page.next_cursor, event: one.type, data: JSON.stringify(one) }),
  )
  return {
    schema: {
      type: 'string',
      description:
        'Messages with `id`, `event` and `data`, each ended by an empty line, one after the other, as the HTML standard ' +
        'has them (server-sent events). `retry` says after how many milliseconds to come again. Skip a line that is a ' +
        'lone `:`.',
    },
    ...(messages && { example: `${retryAfter(1734)}${messages.join('')}` }),
  }
}
const done = { 200: 'Done.', 201: 'Made.', 204: 'Done; there is nothing to answer.' }

/** The success of an operation, and 304 for a read. */
export function successOf(op: AnyOperation, components: Components): Json {
  const { status, schema, also } = op.reply
  const content: Json = {}
  const example = op.example?.reply === undefined ? {} : { example: op.example.reply }
  if (schema) content['application/json'] = { schema: publish(schema, components), ...example }
  for (const [type, other] of Object.entries(also ?? {}))
    content[type] = { schema: publish(other, components) }
  if (op.reply.file) content['application/octet-stream'] = bytes
  if (op.reply.live) content['text/event-stream'] = streamOf(op)
  const success: Json = { description: done[status], headers: headersOf(successHeaders(op), components) }
  if (Object.keys(content).length > 0) success.content = content
  if (op.method !== 'GET' || op.scope === 'none' || op.reply.live) return { [status]: success }
  const answers: Json = { [status]: success, 304: unchanged(components) }
  if (op.reply.file) answers[206] = partOf(success, components)
  return answers
}

function unchanged(components: Components): Json {
  return share(components, 'responses', 'NotModified', {
    description: 'Unchanged since the ETag sent as `If-None-Match`; no body.',
    headers: headersOf(['X-Request-ID', 'ETag'], components),
  })
}

function partOf(success: Json, components: Components): Json {
  const headers = { ...(success.headers as Json), ...headersOf(['Content-Range'], components) }
  return { ...success, description: 'The part that was asked for.', headers }
}
