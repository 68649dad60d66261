/** Told of a request that failed or was refused, before it is sent again. */
export interface Retry {
  /** Which try comes next: 2 for the first retry. */
  attempt: number
  /** Milliseconds until then. */
  wait: number
  /** What went wrong. */
  error: unknown
}

/** Where the service is, who asks, and how. */
export interface ClientOptions {
  /** The server's public address: `https://svc.example.org`. */
  baseUrl: string
  /**
   * An access token, or what gives one. A function is asked before each request; after a 401 it is asked once more, with
   * the token that was `refused`, so that it can refresh. Leave it out where a cookie says who asks.
   */
  token?: string | ((refused?: string) => string | Promise<string>)
  /** The organization that is meant wherever a call names none. */
  org?: string
  /** How often a request is sent again after a lost connection, 408, 429, 5xx, or a 409 of one under way: 2. */
  retries?: number
  /**
   * Milliseconds until a try is given up: 60,000. A file, up or down, takes as long as it takes, unless its call says how
   * long.
   */
  timeout?: number
  /** Sent with every request. */
  headers?: Record<string, string>
  /** For cookies in a browser: `same-origin` or `include`. */
  credentials?: RequestInit['credentials']
  fetch?: typeof fetch
  onRetry?: (retry: Retry) => void
}

/** Of one call; they win over the client's. */
export interface CallOptions extends Pick<ClientOptions, 'retries' | 'timeout' | 'headers'> {
  signal?: AbortSignal
  /** Only if it is still as it was: a tag, or the object that was read. 412 otherwise, and nothing is written. */
  ifMatch?: string | object
  /** Overwrites concurrent changes: sends no tag or version of the updated or deleted object. */
  overwrite?: boolean
  /** The name of this write, kept by the server for 24 hours. By default each call has its own, also when it is retried. */
  idempotencyKey?: string
}

/** Of an upload. */
export interface UploadOptions extends CallOptions {
  /** Told how many bytes of how many are on their way. */
  onProgress?: (sent: number, total: number) => void
}
