// Shared with restores, which bring apps back without their secrets.
import { hash } from 'node:crypto'
import { newClientSecret } from './queries.ts'

/** Returns the hash of a secret that no one knows, since a confidential app cannot be without. */
export const buildLostClientSecret = (): string => `\\x${hash('sha256', newClientSecret(), 'hex')}`
