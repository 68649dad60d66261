import { encodeEvent, encodeRetry } from '../sse/encoder.ts'
import { shareComponent, type Components, type JsonObject } from './components.ts'
import { buildHeaders, listSuccessHeaders } from './headers.ts'
import { toPublicSchema } from './schemas.ts'
import { isMergePatch, type AnyOperation } from '../operation.ts'

export function buildRequestBody(op: AnyOperation, components: Components): JsonObject | undefined {
  if (!op.body) return undefined
  if (op.upload)
    return {
      required: true,
      content: { 'multipart/form-data': buildForm(op, op.upload.description, components) },
    }
  const schema = toPublicSchema(op.body, components)
  const media = op.example?.body === undefined ? { schema } : { schema, example: op.example.body }
  const type = isMergePatch(op) ? 'application/merge-patch+json' : 'application/json'
  return { required: !op.bodyOptional, content: { [type]: media } }
}

function buildForm(op: AnyOperation, description: string, components: Components): JsonObject {
  const {
    title,
    properties,
    required = [],
  } = op.body as {
    title?: string
    properties: JsonObject
    required?: string[]
  }
  const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream', description }
  const form = { title, type: 'object', required: [...required, 'file'], properties: { ...properties, file } }
  return { schema: toPublicSchema(form, components) }
}

const BYTES = { schema: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } }

/** Returns the media type object of an event stream, with the example page as messages. */
function buildStream({ example }: AnyOperation): JsonObject {
  const page = example?.reply as { data: { type: string }[]; next_cursor: string } | undefined
  const messages = page?.data.map((one) =>
    encodeEvent({ id: page.next_cursor, event: one.type, data: JSON.stringify(one) }),
  )
  return {
    schema: {
      type: 'string',
      description:
        'Server-sent events (HTML standard): messages with `id`, `event` and `data`, separated by empty lines. `retry` is ' +
        'the reconnection delay in milliseconds. Lines starting with `:` are heartbeats: ignore them.',
    },
    ...(messages && { example: `${encodeRetry(1734)}${messages.join('')}` }),
  }
}
const DESCRIPTIONS = { 200: 'OK.', 201: 'Created.', 204: 'No content.' }

export function buildSuccessResponses(op: AnyOperation, components: Components): JsonObject {
  const { status, schema, also } = op.reply
  const content: JsonObject = {}
  const example = op.example?.reply === undefined ? {} : { example: op.example.reply }
  if (schema) content['application/json'] = { schema: toPublicSchema(schema, components), ...example }
  for (const [type, other] of Object.entries(also ?? {})) content[type] = { schema: toPublicSchema(other, components) }
  if (op.reply.file) content['application/octet-stream'] = BYTES
  if (op.reply.live) content['text/event-stream'] = buildStream(op)
  const success: JsonObject = {
    description: DESCRIPTIONS[status],
    headers: buildHeaders(listSuccessHeaders(op), components),
  }
  if (Object.keys(content).length > 0) success.content = content
  const { empty } = op.reply
  const created = status !== 201 &&
    op.reply.created && {
      201: {
        ...success,
        description: DESCRIPTIONS[201],
        headers: buildHeaders(listSuccessHeaders(op, 201), components),
      },
    }
  const none = empty && { 204: { description: empty, headers: buildHeaders(['X-Request-ID'], components) } }
  if (op.method !== 'GET' || op.scope === 'none' || op.reply.live) return { [status]: success, ...created, ...none }
  const responses: JsonObject = { [status]: success, 304: shareNotModified(components) }
  if (op.reply.file) responses[206] = buildPartial(success, components)
  return responses
}

function shareNotModified(components: Components): JsonObject {
  return shareComponent(components, 'responses', 'NotModified', {
    description: 'Unchanged since the ETag sent as `If-None-Match`; no body.',
    headers: buildHeaders(['X-Request-ID', 'ETag'], components),
  })
}

function buildPartial(success: JsonObject, components: Components): JsonObject {
  const headers = { ...(success.headers as JsonObject), ...buildHeaders(['Content-Range'], components) }
  return { ...success, description: 'The requested range.', headers }
}
