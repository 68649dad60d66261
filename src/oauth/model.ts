import type { Services } from '../kernel/services/services.ts'

export type Payload = Record<string, unknown>

export interface Model {
  upsert?(id: string, payload: Payload, expiresIn: number): Promise<void>
  find?(id: string): Promise<Payload | undefined>
  consume?(id: string): Promise<void>
  destroy?(id: string): Promise<void>
}

/** Returns the current time, plus `seconds`, in ISO format. */
export const now = ({ clock }: Pick<Services, 'clock'>, seconds = 0): string =>
  new Date(clock() + seconds * 1000).toISOString()

/**
 * Converts an expiry to the clock of oidc-provider, which tests cannot set. Expired payloads are not returned at all.
 */
export const expiry = ({ clock }: Pick<Services, 'clock'>, expiresAt: string): number =>
  Math.ceil((Date.now() + Date.parse(expiresAt) - clock()) / 1000)

/** Omits properties that have their own columns or are not stored. */
export const without = (payload: Payload, ...names: string[]): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)))
