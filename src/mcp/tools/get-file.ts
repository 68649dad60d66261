import { Refused, Unfit } from '../refusals.ts'
import { clip, picked } from '../results.ts'
import { inputOf, outputOf } from '../schemas.ts'
import { reading, type Tool } from '../tool.ts'

/** Bytes of a text that one answer tells, and of an image that is sent whole. */
const mostText = 10_000
const mostImage = 500_000

interface Args {
  attachment_id: string
  from?: number
}

const texts = /^(text\/|application\/(json|xml|yaml|x-yaml|toml|csv|sql|javascript))/
const textNames =
  /\.(txt|md|csv|tsv|json|ya?ml|toml|xml|html?|log|sql|ini|conf|[cm]?[jt]sx?|py|rb|go|rs|sh|patch|diff)$/i
const images = /^image\/(png|jpeg|gif|webp)$/

/** Where a file goes on and how large it is, of `bytes 0-9/100`. */
const sizeOf = (range: string | undefined, length: number): number => Number(range?.split('/')[1] ?? length)

export const getFile: Tool = {
  name: 'get_file',
  title: 'Read a file of a task',
  description: 'A file attached to a task: text in parts, images up to 500 KB.',
  toolset: 'default',
  annotations: reading,
  needs: ['task-attachments.read', 'task-attachments.download'],
  input: inputOf(
    {
      attachment_id: { type: 'string' },
      from: { type: 'integer', minimum: 0, description: 'Byte to go on from: `next`.' },
    },
    ['attachment_id'],
  ),
  output: outputOf({
    media_type: { type: 'string' },
    size: { type: 'integer' },
    text: { type: 'string' },
    truncated: { type: 'boolean' },
    next: { type: ['integer', 'null'] },
  }),
  async run({ api }, { attachment_id, from = 0 }: Args) {
    const params = { attachment_id }
    const { body: file } = await api.call('task-attachments.read', { params })
    const about = picked(file, ['attachment_id', 'task_id', 'name', 'title', 'uploaded_by', 'uploaded_at'])
    const part = await api
      .call('task-attachments.download', { params, range: [from, from + mostImage - 1] })
      .catch((error: unknown) => {
        if (error instanceof Refused && error.status === 416)
          throw new Unfit('The file ends before that byte.')
        throw error
      })
    const media_type = String(part.headers['content-type']).split(';')[0]!
    const size = sizeOf(part.headers['content-range'], part.bytes.length)
    const told = { ...about, media_type, size }
    if (images.test(media_type) && from === 0 && size <= mostImage) {
      const image = { type: 'image', data: part.bytes.toString('base64'), mimeType: media_type }
      return { data: { ...told, truncated: false, next: null }, content: [image] }
    }
    const isText = texts.test(media_type) || textNames.test(String(file.name))
    if (!isText || part.bytes.includes(0))
      return {
        data: { ...told, note: 'Neither text nor an image that fits.', truncated: size > 0, next: null },
      }
    const { bytes, next } = whole(part.bytes, from, size)
    return {
      data: { ...told, text: clip(bytes.toString('utf8'), mostText).text, truncated: next !== null, next },
    }
  },
}

/** As many bytes as are told at once, never a part of a character. */
function whole(bytes: Buffer, from: number, size: number): { bytes: Buffer; next: number | null } {
  if (bytes.length <= mostText && from + bytes.length >= size) return { bytes, next: null }
  let end = Math.min(mostText, bytes.length)
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1
  return { bytes: bytes.subarray(0, end), next: from + end < size ? from + end : null }
}
