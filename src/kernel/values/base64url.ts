/** Returns the bytes of a canonical base64url text (RFC 4648 sections 3.5 and 5), which no other text encodes. */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Node passes over padding, other characters and bits left over at the end.
  return bytes.toString('base64url') === text ? bytes : undefined
}

/** Reports whether each part of a compact JWT (RFC 7515 section 3.1) is canonical base64url. */
export const isCanonicalJwt = (jwt: string): boolean =>
  jwt.split('.').every((part) => decodeBase64url(part) !== undefined)
