import { signal } from '@preact/signals'

export const connection = signal<'online' | 'offline' | 'signed-out'>('online')

/** Leaves the organization if the session lacks the second factor that it requires. Returns whether it left. */
let leaveIfLocked: (() => Promise<boolean>) | undefined

export const setLockHandler = (leave: typeof leaveIfLocked): void => void (leaveIfLocked = leave)

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
    const { status } = response
    if (status === 401) connection.value = 'signed-out'
    else connection.value = GATEWAY_STATUSES.has(status) ? 'offline' : 'online'
    return (status === 403 || status === 404) && (await isLocked(response)) ? new Promise(() => {}) : response
  }

/** A locked response has no effect, as the page is left: its row is not deleted, and its change remains in the outbox. */
const isLocked = async (response: Response): Promise<boolean | undefined> =>
  (await response.clone().text()).includes('second_factor_required') && leaveIfLocked?.()

export const trackedFetch: typeof fetch = trackConnection((...request) => fetch(...request))
