import { randomBytes } from 'node:crypto'

/** Generates a client secret: 256 random bits, so that a plain hash of it gives nothing away. */
export const newClientSecret = (): string => `svcs_${randomBytes(32).toString('base64url')}`
