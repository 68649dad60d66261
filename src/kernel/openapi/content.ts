import { exampleOf } from './examples.ts'
import type { AnyOperation } from '../operation.ts'

type Json = Record<string, unknown>

/** What an operation takes as its body; undefined when it takes none. */
export function requestBodyOf(op: AnyOperation, components: Json): Json | undefined {
  if (!op.body) return undefined
  if (op.upload)
    return { required: true, content: { 'multipart/form-data': formOf(op, op.upload.description) } }
  const schema = publish(op.body, components)
  const media = { schema, example: op.example?.body ?? exampleOf(op.body) }
  const merge = op.method === 'POST' ? {} : { 'application/merge-patch+json': media }
  return { required: !op.bodyOptional, content: { ...merge, 'application/json': media } }
}

/** The fields of a form and its file. */
function formOf(op: AnyOperation, description: string): Json {
  const { properties, required = [] } = op.body as { properties: Json; required?: string[] }
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description }
  return { schema: { type: 'object', required: [...required, 'file'], properties: { ...properties, file } } }
}

const bytes = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }

function partOf(success: Json): Json {
  const range = { description: 'Which bytes of how many.', schema: { type: 'string' } }
  const headers = { ...(success.headers as Json), 'Content-Range': range }
  return { ...success, description: 'The part that was asked for.', headers }
}

/** The success of an operation, and 304 for a read. */
export function successOf(op: AnyOperation, components: Json): Json {
  const { status, schema, also } = op.reply
  const content: Json = {}
  const example = op.example?.reply ?? (schema ? exampleOf(schema) : undefined)
  if (schema) content['application/json'] = { schema: publish(schema, components), example }
  for (const [type, other] of Object.entries(also ?? {}))
    content[type] = { schema: publish(other, components) }
  if (op.reply.file) content['application/octet-stream'] = bytes
  const success: Json = { description: 'Done.', headers: headersOf(op) }
  if (Object.keys(content).length > 0) success.content = content
  const unchanged = { description: 'Unchanged since the ETag sent as `If-None-Match`; no body.' }
  if (op.method !== 'GET' || op.scope === 'none') return { [status]: success }
  const answers: Json = { [status]: success, 304: unchanged }
  if (op.reply.file) answers[206] = partOf(success)
  return answers
}

/** The headers of a success that mean something to a client. */
function headersOf(op: AnyOperation): Json {
  const header = (description: string) => ({ description, schema: { type: 'string' } })
  const headers: Json = { 'X-Request-ID': header('The id of this request.') }
  if (op.reply.status !== 204 && op.scope !== 'none') headers.ETag = header('Version and hash of the answer.')
  if (op.method === 'POST' && op.scope !== 'none')
    headers['Idempotent-Replayed'] = header(
      '`true` when the first answer to this `Idempotency-Key` is given again.',
    )
  if (op.scope !== 'none' && op.scope !== 'session') {
    headers['X-RateLimit-Limit'] = header('Requests a minute of your access token; on errors too.')
    headers['X-RateLimit-Remaining'] = header('How many of them are left.')
    headers['X-RateLimit-Reset'] = header('When all of them are there again, in seconds since 1970.')
  }
  if (op.reply.file) {
    headers['Content-Disposition'] = header('`attachment` with the name of the file (RFC 6266, RFC 8187).')
    headers['Accept-Ranges'] = header('`bytes`: parts can be asked for with `Range`.')
  }
  if (!op.deprecated) return headers
  headers.Deprecation = header('Since when it is deprecated (RFC 9745); on errors too.')
  headers.Sunset = header('When it goes (RFC 8594); on errors too.')
  headers.Link = header('What takes its place: `rel="successor-version"`; on errors too.')
  return headers
}

/** A schema as published: titled objects as components, our own keywords in plain words. */
function publish(schema: unknown, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => publish(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'freeForm') continue
    copy[key] = key === 'enum' || key === 'default' || key === 'examples' ? value : publish(value, components)
  }
  if ((schema as Json).freeForm && [(schema as Json).type].flat().includes('object'))
    copy.additionalProperties = true
  const { title, type } = schema as { title?: string; type?: string }
  if (typeof title !== 'string' || type !== 'object') return copy
  components[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}
