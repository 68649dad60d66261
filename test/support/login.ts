import { developmentIssuer } from '../../src/core/config/config.ts'
import { signInAsNativeApp } from '../../src/commands/cli/sign-in.ts'
import { UNUSED_REDIRECT_URI, simulateBrowser } from '../../src/commands/cli/redirect-listener.ts'

/** Signs `user` in at the development provider by the authorization code flow; returns the JWT. */
export function login(
  baseUrl: string,
  user: string,
  options: { email?: string; email_verified?: boolean } = {},
): Promise<string> {
  const identity = {
    issuer: developmentIssuer(baseUrl),
    audience: baseUrl,
    clientId: 'svc',
    clientSecret: undefined,
  }
  const { email, email_verified = true } = options
  return signInAsNativeApp(identity, UNUSED_REDIRECT_URI, simulateBrowser({ user, email, unverified: !email_verified }))
}
