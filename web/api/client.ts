import { Svc, type ClientOptions, type Me } from '@svc/sdk'
import { trackedFetch } from './connection.ts'

let pageUserId: string | undefined

/** Sets the user of the page. The server refuses its requests after another user has signed in. */
export function setPageUser(id: string | undefined): void {
  pageUserId = id
}

/** Returns the signed-in user, even if it is not the user of the page. */
export const readCurrentUser = (): Promise<Me> =>
  new Svc({ baseUrl: location.origin, credentials: 'same-origin', retries: 0, fetch: trackedFetch }).me.read()

/**
 * Creates a client that authenticates with the session cookie; the `x-csrf` header proves that the request
 * comes from this origin. Requests are not retried, as the outbox retries mutations. `choices` sets the
 * headers of one mutation and replaces the environment in tests.
 */
export const createApiClient = (org?: string, { headers, ...choices }: Partial<Omit<ClientOptions, 'org'>> = {}): Svc =>
  new Svc({
    baseUrl: globalThis.location?.origin ?? '',
    credentials: 'same-origin',
    headers: { 'x-csrf': '1', ...(pageUserId !== undefined && { 'x-person': pageUserId }), ...headers },
    retries: 0,
    fetch: trackedFetch,
    ...choices,
    ...(org !== undefined && { org }),
  })

export type CreateApiClient = (headers?: Record<string, string>) => Svc
