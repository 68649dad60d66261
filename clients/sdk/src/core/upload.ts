type OnProgress = (sent: number, total: number) => void
type Send = (url: string, init: RequestInit) => Promise<Response>

/** Returns a send function with upload progress. Browsers report it only through XMLHttpRequest. */
export function toSender(baseFetch: typeof fetch = fetch, onProgress?: OnProgress): Send {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => Xhr }
  if (onProgress && XMLHttpRequest) return sendByXhr(XMLHttpRequest, onProgress)
  // Node would buffer the body in memory to be able to follow redirects.
  const send: Send = (url, init) => baseFetch(url, { ...init, redirect: 'error', window: null })
  return onProgress ? withProgress(onProgress, send) : send
}

export function toForm(fields: object): FormData {
  const form = new FormData()
  // The file is last, so that the server knows the other fields when it receives it.
  for (const [name, value] of Object.entries(fields))
    if (value != null && !(value instanceof Blob))
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  for (const [name, value] of Object.entries(fields)) if (value instanceof Blob) form.append(name, value)
  return form
}

function withProgress(onProgress: OnProgress, send: Send): Send {
  return (url, init) => {
    const complete = new Response(init.body)
    const type = complete.headers.get('content-type')
    const total = computeSize(init.body as FormData)
    let sent = 0
    const countedBody = complete.body!.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, out) {
          out.enqueue(part)
          const before = sent
          // The form is slightly larger than the file.
          sent = Math.min(sent + part.byteLength, total)
          if (sent > before) onProgress(sent, total)
        },
      }),
    )
    const headers = { ...(init.headers as Record<string, string>), ...(type && { 'content-type': type }) }
    return send(url, { ...init, headers, body: countedBody, duplex: 'half' } as RequestInit)
  }
}

function computeSize(form: FormData): number {
  let total = 0
  form.forEach((value) => (total += typeof value === 'string' ? 0 : value.size))
  return total
}

/** Used part of XMLHttpRequest, which only browsers have. */
interface Xhr {
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: unknown): void
  abort(): void
  getAllResponseHeaders(): string
  addEventListener(type: string, listener: () => void): void
  upload: { addEventListener(type: 'progress', listener: (event: Progress) => void): void }
  withCredentials: boolean
  readonly status: number
  readonly responseText: string
}

interface Progress {
  loaded: number
  total: number
}

function sendByXhr(XMLHttpRequest: new () => Xhr, onProgress: OnProgress): Send {
  return (url, { method = 'POST', headers, body, signal, credentials }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const xhr = new XMLHttpRequest()
      xhr.open(method, url)
      xhr.withCredentials = credentials === 'include'
      for (const [name, value] of Object.entries(headers as Record<string, string>)) xhr.setRequestHeader(name, value)
      xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
      xhr.addEventListener('load', () => resolve(toResponse(xhr)))
      xhr.addEventListener('error', () => reject(new TypeError('the connection was lost')))
      xhr.addEventListener('abort', () => reject(signal?.reason as Error))
      signal?.addEventListener('abort', () => xhr.abort(), { once: true })
      xhr.send(body)
    })
}

function toResponse(xhr: Xhr): Response {
  const lines = xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
  const headers = lines.filter(Boolean).map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  return new Response(xhr.status === 204 ? null : xhr.responseText, { status: xhr.status, headers })
}
