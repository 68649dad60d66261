/** Passed to `onRetry` before a request is sent again. */
export interface Retry {
  /** Number of the next attempt: 2 for the first retry. */
  attempt: number
  /** Milliseconds until the next attempt. */
  wait: number
  /** Error of the last attempt. */
  error: unknown
}

/** Settings of a client. */
export interface ClientOptions {
  /** Public URL of the server: `https://svc.example.org`. */
  baseUrl: string
  /**
   * Access token, or a function that returns one. The function is called before each request, and again after a 401 with
   * the `refused` token, so that it can refresh it. Omit it to authenticate by cookie.
   */
  token?: string | ((refused?: string) => string | Promise<string>)
  /** Default organization of all calls. */
  org?: string
  /** Maximum number of retries after a lost connection, 408, 429, 5xx or a 409 for a pending request. Default: 2. */
  retries?: number
  /**
   * Timeout of each attempt in milliseconds. Default: 60,000. File uploads and downloads have no timeout unless the call
   * sets one.
   */
  timeout?: number
  /** Headers of every request. */
  headers?: Record<string, string>
  /** Cookie policy in a browser: `same-origin` or `include`. */
  credentials?: RequestInit['credentials']
  fetch?: typeof fetch
  onRetry?: (retry: Retry) => void
}

/** Options of one call; override those of the client. */
export interface CallOptions extends Pick<ClientOptions, 'retries' | 'timeout' | 'headers'> {
  signal?: AbortSignal
  /** Makes the write conditional: an ETag, or the object that was read. Fails with 412 if it has changed since. */
  ifMatch?: string | object
  /** Overwrites concurrent changes: sends no tag or version of the updated or deleted object. */
  overwrite?: boolean
  /** Fails with 412 once the claim has ended: `claim.generation`, or `task_id=generation` for several tasks. */
  ifClaim?: number | string
  /** Idempotency-Key of a write, stored for 24 hours. Default: generated per call, the same for its retries. */
  idempotencyKey?: string
}

/** Options of an upload. */
export interface UploadOptions extends CallOptions {
  /** Called with the number of bytes sent and in total. */
  onProgress?: (sent: number, total: number) => void
}
