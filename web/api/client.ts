import { Svc } from '@svc/sdk'

/**
 * The API as the signed-in person: the cookie of the session says who asks, and the header tells the server that a page of
 * ours sent it, which no form of another site can do. Retries are the outbox's for writes, so a call tries once unless it
 * says otherwise.
 */
export const createClient = (org?: string): Svc =>
  new Svc({
    baseUrl: location.origin,
    credentials: 'same-origin',
    headers: { 'x-csrf': '1' },
    retries: 0,
    ...(org !== undefined && { org }),
  })
