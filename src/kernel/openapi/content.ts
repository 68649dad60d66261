import { frame, retryAfter } from '../live/frames.ts'
import { share, type Components, type Json } from './components.ts'
import { headersOf, successHeaders } from './headers.ts'
import { publish } from './schemas.ts'
import { isMergePatch, type AnyOperation } from '../operation.ts'

export function requestBodyOf(op: AnyOperation, components: Components): Json | undefined {
  if (!op.body) return undefined
  if (op.upload)
    return {
      required: true,
      content: { 'multipart/form-data': buildForm(op, op.upload.description, components) },
    }
  const schema = publish(op.body, components)
  const media = op.example?.body === undefined ? { schema } : { schema, example: op.example.body }
  const type = isMergePatch(op) ? 'application/merge-patch+json' : 'application/json'
  return { required: !op.bodyOptional, content: { [type]: media } }
}

function buildForm(op: AnyOperation, description: string, components: Components): Json {
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

const BYTES = { schema: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } }

/** Returns the media type object of an event stream, with the example page as messages. */
function buildStream({ example }: AnyOperation): Json {
  const page = example?.reply as { data: { type: string }[]; next_cursor: string } | undefined
  const messages = page?.data.map((one) =>
    frame({ id: page.next_cursor, event: one.type, data: JSON.stringify(one) }),
  )
  return {
    schema: {
      type: 'string',
      description:
        'Server-sent events (HTML standard): messages with `id`, `event` and `data`, separated by empty lines. `retry` is ' +
        'the reconnection delay in milliseconds. Lines starting with `:` are heartbeats: ignore them.',
    },
    ...(messages && { example: `${retryAfter(1734)}${messages.join('')}` }),
  }
}
const DESCRIPTIONS = { 200: 'OK.', 201: 'Created.', 204: 'No content.' }

/** Returns the success response, with 304 for cacheable reads and 206 for files. */
export function successOf(op: AnyOperation, components: Components): Json {
  const { status, schema, also } = op.reply
  const content: Json = {}
  const example = op.example?.reply === undefined ? {} : { example: op.example.reply }
  if (schema) content['application/json'] = { schema: publish(schema, components), ...example }
  for (const [type, other] of Object.entries(also ?? {}))
    content[type] = { schema: publish(other, components) }
  if (op.reply.file) content['application/octet-stream'] = BYTES
  if (op.reply.live) content['text/event-stream'] = buildStream(op)
  const success: Json = {
    description: DESCRIPTIONS[status],
    headers: headersOf(successHeaders(op), components),
  }
  if (Object.keys(content).length > 0) success.content = content
  if (op.method !== 'GET' || op.scope === 'none' || op.reply.live) return { [status]: success }
  const responses: Json = { [status]: success, 304: shareNotModified(components) }
  if (op.reply.file) responses[206] = buildPartial(success, components)
  return responses
}

function shareNotModified(components: Components): Json {
  return share(components, 'responses', 'NotModified', {
    description: 'Unchanged since the ETag sent as `If-None-Match`; no body.',
    headers: headersOf(['X-Request-ID', 'ETag'], components),
  })
}

function buildPartial(success: Json, components: Components): Json {
  const headers = { ...(success.headers as Json), ...headersOf(['Content-Range'], components) }
  return { ...success, description: 'The requested range.', headers }
}
