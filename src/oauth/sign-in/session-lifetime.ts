import type { Config } from '../../core/config/config.ts'

const HOUR_MS = 60 * 60_000
/** Limits sessions if the provider does not send logout notifications. */
const MAX_WITHOUT_LOGOUT_MS = 24 * HOUR_MS
const MAX_WITH_LOGOUT_MS = 7 * 24 * HOUR_MS

/** Provider metadata (OpenID Connect Back-Channel Logout 1.0, section 2.1). */
interface Metadata {
  backchannel_logout_supported?: unknown
}

export const supportsBackChannelLogout = (provider: Metadata): boolean => provider.backchannel_logout_supported === true

/** Returns the maximum session lifetime in milliseconds: the setting, limited by the support of the provider. */
export function getMaxSessionMs({ sessionLimits }: Pick<Config, 'sessionLimits'>, provider: Metadata): number {
  const limit = supportsBackChannelLogout(provider) ? MAX_WITH_LOGOUT_MS : MAX_WITHOUT_LOGOUT_MS
  return Math.min(sessionLimits.maxMillis ?? limit, limit)
}

export const exceedsProviderLimit = (config: Pick<Config, 'sessionLimits'>, provider: Metadata): boolean =>
  getMaxSessionMs(config, provider) < (config.sessionLimits.maxMillis ?? 0)
