import type { ProviderContext } from '../oidc-provider-types.ts'
import { GRANT_ENDED_DESCRIPTION } from './issue.ts'

/** Error details of oidc-provider, with the descriptions that clients receive. */
const descriptions: [detail: RegExp, description: string][] = [
  [/code_verifier must be provided/, 'The code_verifier is missing.'],
  [/code_verifier does not match/, 'The code_verifier does not match the code_challenge of the request.'],
  [/redirect_uri mismatch/, 'The redirect_uri does not match the authorization request.'],
  [/client mismatch/, 'It was issued to another client.'],
  [/^grant |account not found|accountId mismatch/, GRANT_ENDED_DESCRIPTION],
  [/^authorization code is expired/, 'The code has expired after 60 seconds. Authorize again.'],
  [/^refresh token is expired/, 'The refresh token has expired after 30 days. Authorize again.'],
  [/ already (consumed|used)/, 'The code was already used, so the connection has been revoked. Authorize again.'],
  [/^authorization code not found/, 'The code is invalid or expired long ago. Authorize again.'],
  [/^refresh token not found/, 'The refresh token is invalid or expired long ago. Authorize again.'],
  [/^device code not found/, 'The device_code is invalid or expired long ago. Start again.'],
]

/** Replaces the generic description of `invalid_grant` (RFC 6749, section 5.2) with the specific cause. */
export function describeGrantFailure(
  context: Pick<ProviderContext, 'body'>,
  { error, error_detail = '' }: Error & { error?: string; error_detail?: string },
): void {
  if (error !== 'invalid_grant') return
  const match = descriptions.find(([detail]) => detail.test(error_detail))
  if (match) context.body = { error, error_description: match[1] }
}
