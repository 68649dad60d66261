import type { Services } from '../kernel/services/services.ts'

/** What the library keeps of one thing, by its own names. */
export type Payload = Record<string, unknown>

/** What the library asks of a place to keep things of one kind. */
export interface Model {
  upsert?(id: string, payload: Payload, expiresIn: number): Promise<void>
  find?(id: string): Promise<Payload | undefined>
  consume?(id: string): Promise<void>
  destroy?(id: string): Promise<void>
}

/** The instant as it is stored, `seconds` from now. */
export const now = ({ clock }: Pick<Services, 'clock'>, seconds = 0): string =>
  new Date(clock() + seconds * 1000).toISOString()

/** An expiry in seconds by the library's clock, which tests don't turn. What has expired is not given to it at all. */
export const expiry = ({ clock }: Pick<Services, 'clock'>, expiresAt: string): number =>
  Math.ceil((Date.now() + Date.parse(expiresAt) - clock()) / 1000)

/** A payload without the named parts: those that have columns of their own, or that only the holder keeps. */
export const without = (payload: Payload, ...names: string[]): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)))
