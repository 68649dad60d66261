/** Decodes canonical base64url (RFC 4648 sections 3.5 and 5); undefined for any other encoding. */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Node ignores padding, other characters and trailing bits.
  return bytes.toString('base64url') === text ? bytes : undefined
}

/** Returns whether each part of a compact JWT (RFC 7515 section 3.1) is canonical base64url. */
export const isCanonicalJwt = (jwt: string): boolean =>
  jwt.split('.').every((part) => decodeBase64url(part) !== undefined)
