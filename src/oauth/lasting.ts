import type { Config } from '../kernel/config/config.ts'

const hour = 60 * 60_000
/** At most so long where nothing would tell that a person is locked out at the identity provider. */
const untold = 24 * hour
const told = 7 * 24 * hour

/** What counts of the provider's metadata (OpenID Connect Back-Channel Logout 1.0, section 2.1). */
interface Metadata {
  backchannel_logout_supported?: unknown
}

/** Whether the provider tells of people who signed out there. */
export const tellsOfLogout = (provider: Metadata): boolean => provider.backchannel_logout_supported === true

/** How long a sign-in lasts at most, in milliseconds: as it is set, within what the provider allows for. */
export function longestSignIn({ signIns }: Pick<Config, 'signIns'>, provider: Metadata): number {
  const longest = tellsOfLogout(provider) ? told : untold
  return Math.min(signIns.mostMillis ?? longest, longest)
}

/** Whether a longer time is set than the provider allows for. */
export const setInVain = (config: Pick<Config, 'signIns'>, provider: Metadata): boolean =>
  longestSignIn(config, provider) < (config.signIns.mostMillis ?? 0)
