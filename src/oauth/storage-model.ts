import type { Dependencies } from '../core/dependencies.ts'

export type ModelPayload = Record<string, unknown>

export interface StorageModel {
  upsert?(id: string, payload: ModelPayload, expiresIn: number): Promise<void>
  find?(id: string): Promise<ModelPayload | undefined>
  consume?(id: string): Promise<void>
  destroy?(id: string): Promise<void>
}

export const toIsoTime = ({ clock }: Pick<Dependencies, 'clock'>, seconds = 0): string =>
  new Date(clock() + seconds * 1000).toISOString()

/**
 * Converts an expiry to the clock of oidc-provider, which tests cannot set. Expired payloads are not returned at all.
 */
export const toProviderExpiry = ({ clock }: Pick<Dependencies, 'clock'>, expiresAt: string): number =>
  Math.ceil((Date.now() + Date.parse(expiresAt) - clock()) / 1000)

export const omitKeys = (payload: ModelPayload, ...names: string[]): ModelPayload =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)))
