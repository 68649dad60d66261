import { randomBytes } from 'node:crypto'

/** Generates a client secret of 256 random bits, so that a plain hash of it is safe to store. */
export const newClientSecret = (): string => `svcs_${randomBytes(32).toString('base64url')}`
