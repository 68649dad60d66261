import { Svc, type ClientOptions, type Me } from '@svc/sdk'
import { trackedFetch } from './connection.ts'

let pageUserId: string | undefined

export function setPageUser(id: string | undefined): void {
  pageUserId = id
}

/** Returns the signed-in user, even if it is not the user of the page. */
export const readCurrentUser = (): Promise<Me> =>
  new Svc({ baseUrl: location.origin, credentials: 'same-origin', retries: 0, fetch: trackedFetch }).me.read()

/** Creates a client with the session cookie; `x-csrf` proves the origin. It does not retry: the outbox does. */
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
