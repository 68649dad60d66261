import type { OperationOutput } from '../api.ts'
import { toRowPage, buildListOutcome } from '../pages.ts'
import { OperationError, ToolError } from '../errors.ts'
import { clipText, pickAttributes } from '../results.ts'
import { cursorInput, buildInputSchema, buildOutputSchema } from '../schemas.ts'
import { readAnnotations, type ToolOutcome, type Tool, type ToolContext } from '../tool.ts'

/** Maximum size of the text part of a result, and of an image. */
const MAX_TEXT_BYTES = 10_000
const MAX_IMAGE_BYTES = 500_000

interface Args {
  attachment_id?: string
  resource_id?: string
  project?: string
  from?: number
  cursor?: string
}

const resourceAttributes = [
  'resource_id',
  'project_id',
  'resource_name',
  'resource_type',
  'resource_url',
  'created_by',
  'created_at',
]

const sources = {
  attachment_id: {
    read: 'task-attachments.read',
    content: 'task-attachments.download',
    attributes: ['attachment_id', 'task_id', 'name', 'title', 'uploaded_by', 'uploaded_at'],
  },
  resource_id: {
    read: 'project-resources.read',
    content: 'project-resources.download',
    attributes: resourceAttributes,
  },
}

const textTypes = /^(text\/|application\/(json|xml|yaml|x-yaml|toml|csv|sql|javascript))/
const textNames =
  /\.(txt|md|csv|tsv|json|ya?ml|toml|xml|html?|log|sql|ini|conf|[cm]?[jt]sx?|py|rb|go|rs|sh|patch|diff)$/i
const imageTypes = /^image\/(png|jpeg|gif|webp)$/

const parseSize = (range: string | undefined, length: number): number => Number(range?.split('/')[1] ?? length)

export const getFileTool: Tool = {
  name: 'get_file',
  title: 'Get a file',
  description:
    'Returns a file of a task or project: text in parts, images up to 500 KB. With `project`, lists its files and links.',
  toolset: 'default',
  annotations: readAnnotations,
  requiredOperations: [],
  optionalOperations: [
    'project-resources.list',
    'projects.list',
    ...Object.values(sources).flatMap((of) => [of.read, of.content]),
  ],
  input: buildInputSchema({
    attachment_id: { type: 'string' },
    resource_id: { type: 'string' },
    project: { type: 'string', description: 'Name or id.' },
    from: { type: 'integer', minimum: 0, description: '`next` of the previous part.' },
    cursor: cursorInput,
  }),
  output: buildOutputSchema({
    media_type: { type: 'string' },
    size: { type: 'integer' },
    text: { type: 'string' },
    truncated: { type: 'boolean' },
    next: { type: ['integer', 'null'] },
  }),
  async run(ctx, { attachment_id, resource_id, project, from = 0, cursor }: Args) {
    const named = [attachment_id, resource_id, project].filter((one) => one !== undefined)
    if (named.length !== 1) throw new ToolError('Send exactly one of `attachment_id`, `resource_id` and `project`.')
    if (project === undefined ? cursor !== undefined : from > 0)
      throw new ToolError('`from` applies to a file, `cursor` to the list of a project.')
    if (attachment_id !== undefined) return readFile(ctx, 'attachment_id', attachment_id, from)
    if (resource_id !== undefined) return readFile(ctx, 'resource_id', resource_id, from)
    return listFiles(ctx, project!, cursor)
  },
}

async function listFiles(
  { api, names }: ToolContext,
  project: string,
  cursor: string | undefined,
): Promise<ToolOutcome> {
  const project_id = await names.resolveProject(project)
  return buildListOutcome('files', 100, async (limit) => {
    const { body } = await api.call('project-resources.list', { query: { project_id, limit, cursor } })
    return toRowPage(body, (row: Record<string, unknown>) => pickAttributes(row, resourceAttributes))
  })
}

async function readFile(
  { api }: ToolContext,
  argument: keyof typeof sources,
  id: string,
  from: number,
): Promise<ToolOutcome> {
  const { read, content, attributes } = sources[argument]
  const params = { [argument]: id }
  const { body: file } = await api.call(read, { params })
  const about = pickAttributes(file, attributes)
  const part = await api
    .call(content, { params, range: [from, from + MAX_IMAGE_BYTES - 1] })
    .catch((error: unknown) => {
      if (!(error instanceof OperationError)) throw error
      if (error.status === 416) throw new ToolError('`from` is beyond the end of the file.')
      if (error.status === 404 && argument === 'resource_id') return undefined
      throw error
    })
  if (!part)
    return {
      data: { ...about, note: 'This is a link. Tools do not open links.', truncated: false, next: null },
    }
  return presentPart(about, String(file.name ?? file.resource_name), part, from)
}

function presentPart(about: Record<string, unknown>, name: string, part: OperationOutput, from: number): ToolOutcome {
  const media_type = String(part.headers['content-type']).split(';')[0]!
  const size = parseSize(part.headers['content-range'], part.bytes.length)
  const head = { ...about, media_type, size }
  if (imageTypes.test(media_type) && from === 0 && size <= MAX_IMAGE_BYTES) {
    const image = { type: 'image', data: part.bytes.toString('base64'), mimeType: media_type }
    return { data: { ...head, truncated: false, next: null }, content: [image] }
  }
  if (!(textTypes.test(media_type) || textNames.test(name)) || part.bytes.includes(0))
    return {
      data: {
        ...head,
        note: 'The file is neither text nor an image of at most 500 KB.',
        truncated: size > 0,
        next: null,
      },
    }
  const { bytes, next } = cutBytes(part.bytes, from, size)
  return {
    data: {
      ...head,
      text: clipText(bytes.toString('utf8'), MAX_TEXT_BYTES).text,
      truncated: next !== null,
      next,
    },
  }
}

/** Cuts the bytes to the maximum size, without splitting a character. */
function cutBytes(bytes: Buffer, from: number, size: number): { bytes: Buffer; next: number | null } {
  if (bytes.length <= MAX_TEXT_BYTES && from + bytes.length >= size) return { bytes, next: null }
  let end = Math.min(MAX_TEXT_BYTES, bytes.length)
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1
  return { bytes: bytes.subarray(0, end), next: from + end < size ? from + end : null }
}
