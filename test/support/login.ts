import { developmentIssuer } from '../../src/kernel/config/config.ts'
import { signIn } from '../../src/cli/sign-in.ts'
import { UNVISITED, visitAsBrowser } from '../../src/cli/visit.ts'

/** Signs `user` in at the development provider of the server at `baseUrl`, by the real code flow; gives the JWT. */
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
  return signIn(identity, UNVISITED, visitAsBrowser({ user, email, unverified: !email_verified }))
}
