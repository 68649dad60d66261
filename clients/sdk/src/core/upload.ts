type Tell = (sent: number, total: number) => void
type Send = (url: string, init: RequestInit) => Promise<Response>

/** Sends, and tells how much of the body is on its way. Browsers tell it through XMLHttpRequest alone. */
export function sender(given: typeof fetch = fetch, tell?: Tell): Send {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => Xhr }
  if (tell && XMLHttpRequest) return byXhr(XMLHttpRequest, tell)
  // Where it might be redirected, Node keeps all of the body in memory, to send it again.
  const send: Send = (url, init) => given(url, { ...init, redirect: 'error', window: null })
  return tell ? counting(tell, send) : send
}

/** The form of some fields. */
export function formOf(fields: object): FormData {
  const form = new FormData()
  // The file comes last: by then the server knows what it is for.
  for (const [name, value] of Object.entries(fields))
    if (value != null && !(value instanceof Blob)) form.append(name, String(value))
  for (const [name, value] of Object.entries(fields)) if (value instanceof Blob) form.append(name, value)
  return form
}

function counting(tell: Tell, send: Send): Send {
  return (url, init) => {
    const whole = new Response(init.body)
    const type = whole.headers.get('content-type')
    const total = sizeOf(init.body as FormData)
    let sent = 0
    const counted = whole.body!.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, out) {
          out.enqueue(part)
          const before = sent
          // The form has a few bytes around the file.
          sent = Math.min(sent + part.byteLength, total)
          if (sent > before) tell(sent, total)
        },
      }),
    )
    const headers = { ...(init.headers as Record<string, string>), ...(type && { 'content-type': type }) }
    return send(url, { ...init, headers, body: counted, duplex: 'half' } as RequestInit)
  }
}

function sizeOf(form: FormData): number {
  let total = 0
  form.forEach((value) => (total += typeof value === 'string' ? 0 : value.size))
  return total
}

/** What is used of XMLHttpRequest, which only browsers have. */
interface Xhr {
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: unknown): void
  abort(): void
  getAllResponseHeaders(): string
  addEventListener(type: string, listener: () => void): void
  upload: { addEventListener(type: 'progress', listener: (told: Progress) => void): void }
  withCredentials: boolean
  readonly status: number
  readonly responseText: string
}

interface Progress {
  loaded: number
  total: number
}

function byXhr(XMLHttpRequest: new () => Xhr, tell: Tell): Send {
  return (url, { method = 'POST', headers, body, signal, credentials }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const xhr = new XMLHttpRequest()
      xhr.open(method, url)
      xhr.withCredentials = credentials === 'include'
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        xhr.setRequestHeader(name, value)
      xhr.upload.addEventListener('progress', ({ loaded, total }) => tell(loaded, total))
      xhr.addEventListener('load', () => resolve(responseOf(xhr)))
      xhr.addEventListener('error', () => reject(new TypeError('the connection was lost')))
      xhr.addEventListener('abort', () => reject(signal?.reason as Error))
      signal?.addEventListener('abort', () => xhr.abort(), { once: true })
      xhr.send(body)
    })
}

function responseOf(xhr: Xhr): Response {
  const lines = xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
  const headers = lines.filter(Boolean).map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  return new Response(xhr.status === 204 ? null : xhr.responseText, { status: xhr.status, headers })
}
