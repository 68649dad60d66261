import { signal } from '@preact/signals'

/** Whether the server answers, and knows who asks: by the latest answer. */
export const connection = signal<'online' | 'offline' | 'signed-out'>('online')

/** Something between here and the server says that it is away. */
const away = new Set([502, 503, 504])

/** Fetches, and notes what that tells of the connection. */
export const noting =
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
    else connection.value = away.has(response.status) ? 'offline' : 'online'
    return response
  }

export const notedFetch: typeof fetch = noting((...request) => fetch(...request))
