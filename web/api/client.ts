import { Svc, type ClientOptions, type Me } from '@svc/sdk'
import { notedFetch } from './reach.ts'

let person: string | undefined

/** Says for whom the page is: its requests are refused where somebody else signed in in the browser since. */
export function pageIsFor(id: string | undefined): void {
  person = id
}

/** Who is signed in, whoever the page is for. */
export const whoAsks = (): Promise<Me> =>
  new Svc({ baseUrl: location.origin, credentials: 'same-origin', retries: 0, fetch: notedFetch }).me.read()

/**
 * The API as the signed-in person: the cookie of the session says who asks, and the header tells the server that a page of
 * ours sent it, which no form of another site can do. Retries are the outbox's for writes, so a call tries once unless it
 * says otherwise. `choices` is for one write's headers, and for tests, which have no page around them.
 */
export const createClient = (
  org?: string,
  { headers, ...choices }: Partial<Omit<ClientOptions, 'org'>> = {},
): Svc =>
  new Svc({
    baseUrl: globalThis.location?.origin ?? '',
    credentials: 'same-origin',
    headers: { 'x-csrf': '1', ...(person !== undefined && { 'x-person': person }), ...headers },
    retries: 0,
    fetch: notedFetch,
    ...choices,
    ...(org !== undefined && { org }),
  })

/** What a write is sent with, beside the client's own headers. */
export type ClientFor = (headers?: Record<string, string>) => Svc
