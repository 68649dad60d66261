/** File to send; a body that contains one is sent as a form. */
export class Upload {
  readonly bytes: Buffer
  readonly name: string
  readonly type: string

  constructor(bytes: Uint8Array | string, name = 'notes.txt', type = 'text/plain') {
    this.bytes = Buffer.from(bytes)
    this.name = name
    this.type = type
  }
}

export const boundary = 'a-boundary-of-a-test'
export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** Encodes one part of a form; names are not escaped, to allow hostile ones. */
export function encodePart(name: string, value: string | Upload | object): Buffer {
  const isFile = value instanceof Upload
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
  const fileHeader = isFile ? `; filename="${value.name}"\r\nContent-Type: ${value.type}` : ''
  return Buffer.concat([
    Buffer.from(`${head}${fileHeader}\r\n\r\n`),
    isFile ? value.bytes : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    Buffer.from('\r\n'),
  ])
}

export const encodeForm = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])

const isForm = (body: object): boolean => Object.values(body).some((value) => value instanceof Upload)

/** Returns the encoded body and its content type. */
export function encodeBody(body: unknown): {
  bytes: string | Uint8Array | null
  headers: Record<string, string>
} {
  if (body === undefined) return { bytes: null, headers: {} }
  const json = { 'content-type': 'application/json' }
  if (typeof body === 'string' || body instanceof Uint8Array) return { bytes: body, headers: json }
  if (typeof body !== 'object' || body === null || !isForm(body)) return { bytes: JSON.stringify(body), headers: json }
  const parts = Object.entries(body).map(([name, value]) =>
    encodePart(name, value instanceof Upload || typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
  )
  return { bytes: encodeForm(...parts), headers: formHeaders }
}
