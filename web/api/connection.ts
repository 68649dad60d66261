import { signal } from '@preact/signals'

export const connection = signal<'online' | 'offline' | 'signed-out'>('online')

/** Statuses of proxies whose server is down. */
const GATEWAY_STATUSES = new Set([502, 503, 504])

export const trackConnection =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    let response: Response
    try {
      response = await send(input, init)
    } catch (error) {
      if (!init?.signal?.aborted) connection.value = 'offline'
      throw error
    }
    // Subscribers may throw while rendering, which says nothing about the connection.
    if (response.status === 401) connection.value = 'signed-out'
    else connection.value = GATEWAY_STATUSES.has(response.status) ? 'offline' : 'online'
    return response
  }

export const trackedFetch: typeof fetch = trackConnection((...request) => fetch(...request))
