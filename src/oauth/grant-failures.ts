import type { LibraryContext } from './library.ts'
import { connectionEnded } from './issuing.ts'

/** Details of refused grants from the library, with the descriptions that clients receive. */
const descriptions: [detail: RegExp, description: string][] = [
  [/code_verifier must be provided/, 'The code_verifier is missing.'],
  [/code_verifier does not match/, 'The code_verifier does not match the code_challenge of the request.'],
  [/redirect_uri mismatch/, 'The redirect_uri differs from the authorization request.'],
  [/client mismatch/, 'It was issued to another client.'],
  [/^grant |account not found|accountId mismatch/, connectionEnded],
  [/^authorization code is expired/, 'The code has expired: it lasts 60 seconds. Ask the user again.'],
  [/^refresh token is expired/, 'The refresh token has expired: it lasts 30 days. Ask the user again.'],
  [
    / already (consumed|used)/,
    'The code was used before. The whole connection has ended: ask the user again.',
  ],
  [/^authorization code not found/, 'The code is unknown: it was mistyped, or expired long ago.'],
  [/^refresh token not found/, 'The refresh token is unknown: it was mistyped, or expired long ago.'],
  [/^device code not found/, 'The device_code is unknown: it was mistyped, or expired long ago.'],
]

/** Replaces the library's description of `invalid_grant`, which is the same for all causes (RFC 6749, section 5.2). */
export function describeGrantFailure(
  context: Pick<LibraryContext, 'body'>,
  { error, error_detail = '' }: Error & { error?: string; error_detail?: string },
): void {
  if (error !== 'invalid_grant') return
  const known = descriptions.find(([detail]) => detail.test(error_detail))
  if (known) context.body = { error, error_description: known[1] }
}
