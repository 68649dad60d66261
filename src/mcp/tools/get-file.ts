import type { Answered } from '../api.ts'
import { pageOfList, pageOutcome } from '../pages.ts'
import { Refused, Unfit } from '../refusals.ts'
import { clip, picked } from '../results.ts'
import { cursorInput, inputOf, outputOf } from '../schemas.ts'
import { reading, type Outcome, type Tool, type Work } from '../tool.ts'

/** Bytes of a text that one answer tells, and of an image that is sent whole. */
const mostText = 10_000
const mostImage = 500_000

interface Args {
  attachment_id?: string
  resource_id?: string
  project?: string
  from?: number
  cursor?: string
}

/** What is told of a file of a project, and of a link, which stands beside its files. */
const resourceAttributes = [
  'resource_id',
  'project_id',
  'resource_name',
  'resource_type',
  'resource_url',
  'created_by',
  'created_at',
]

/** Of what a file can be, by the argument that names it. */
const holders = {
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

const texts = /^(text\/|application\/(json|xml|yaml|x-yaml|toml|csv|sql|javascript))/
const textNames =
  /\.(txt|md|csv|tsv|json|ya?ml|toml|xml|html?|log|sql|ini|conf|[cm]?[jt]sx?|py|rb|go|rs|sh|patch|diff)$/i
const images = /^image\/(png|jpeg|gif|webp)$/

/** Where a file goes on and how large it is, of `bytes 0-9/100`. */
const sizeOf = (range: string | undefined, length: number): number => Number(range?.split('/')[1] ?? length)

export const getFile: Tool = {
  name: 'get_file',
  title: 'Read a file',
  description:
    'A file of a task or project, by its id: text in parts, images up to 500 KB. With `project`: its files and links.',
  toolset: 'default',
  annotations: reading,
  needs: [],
  may: [
    'project-resources.list',
    'projects.list',
    ...Object.values(holders).flatMap((of) => [of.read, of.content]),
  ],
  input: inputOf({
    attachment_id: { type: 'string' },
    resource_id: { type: 'string' },
    project: { type: 'string', description: 'Name or id.' },
    from: { type: 'integer', minimum: 0, description: 'Byte to go on from: `next`.' },
    cursor: cursorInput,
  }),
  output: outputOf({
    media_type: { type: 'string' },
    size: { type: 'integer' },
    text: { type: 'string' },
    truncated: { type: 'boolean' },
    next: { type: ['integer', 'null'] },
  }),
  async run(work, { attachment_id, resource_id, project, from = 0, cursor }: Args) {
    const named = [attachment_id, resource_id, project].filter((one) => one !== undefined)
    if (named.length !== 1) throw new Unfit('Send an `attachment_id`, a `resource_id` or a `project`.')
    if (project === undefined ? cursor !== undefined : from > 0)
      throw new Unfit('`from` goes on in a file, `cursor` in the list of a project.')
    if (attachment_id !== undefined) return readFile(work, 'attachment_id', attachment_id, from)
    if (resource_id !== undefined) return readFile(work, 'resource_id', resource_id, from)
    return filesOf(work, project!, cursor)
  },
}

async function filesOf({ api, names }: Work, project: string, cursor: string | undefined): Promise<Outcome> {
  const project_id = await names.project(project)
  return pageOutcome('files', 100, async (limit) => {
    const { body } = await api.call('project-resources.list', { query: { project_id, limit, cursor } })
    return pageOfList(body, (row: Record<string, unknown>) => picked(row, resourceAttributes))
  })
}

async function readFile(
  { api }: Work,
  argument: keyof typeof holders,
  id: string,
  from: number,
): Promise<Outcome> {
  const { read, content, attributes } = holders[argument]
  const params = { [argument]: id }
  const { body: file } = await api.call(read, { params })
  const about = picked(file, attributes)
  const part = await api
    .call(content, { params, range: [from, from + mostImage - 1] })
    .catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      if (error.status === 416) throw new Unfit('The file ends before that byte.')
      if (error.status === 404 && argument === 'resource_id') return undefined
      throw error
    })
  if (!part)
    return { data: { ...about, note: 'A link, which no tool follows.', truncated: false, next: null } }
  return tell(about, String(file.name ?? file.resource_name), part, from)
}

/** What a part of a file says: its text, or the image. */
function tell(about: Record<string, unknown>, name: string, part: Answered, from: number): Outcome {
  const media_type = String(part.headers['content-type']).split(';')[0]!
  const size = sizeOf(part.headers['content-range'], part.bytes.length)
  const told = { ...about, media_type, size }
  if (images.test(media_type) && from === 0 && size <= mostImage) {
    const image = { type: 'image', data: part.bytes.toString('base64'), mimeType: media_type }
    return { data: { ...told, truncated: false, next: null }, content: [image] }
  }
  if (!(texts.test(media_type) || textNames.test(name)) || part.bytes.includes(0))
    return {
      data: { ...told, note: 'Neither text nor an image that fits.', truncated: size > 0, next: null },
    }
  const { bytes, next } = whole(part.bytes, from, size)
  return {
    data: { ...told, text: clip(bytes.toString('utf8'), mostText).text, truncated: next !== null, next },
  }
}

/** As many bytes as are told at once, never a part of a character. */
function whole(bytes: Buffer, from: number, size: number): { bytes: Buffer; next: number | null } {
  if (bytes.length <= mostText && from + bytes.length >= size) return { bytes, next: null }
  let end = Math.min(mostText, bytes.length)
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1
  return { bytes: bytes.subarray(0, end), next: from + end < size ? from + end : null }
}
