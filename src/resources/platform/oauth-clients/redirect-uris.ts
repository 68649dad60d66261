/** Matches a loopback redirect URI. Its port is chosen at run time and not part of the registration (RFC 8252, 7.3). */
const loopbackUri = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/

/** Matches a private-use redirect URI (RFC 8252, 7.1): `com.example.app:/callback`, `editor://host/callback`. */
const privateUseUri = /^([a-z][a-z0-9+.-]*):\/./

/** Schemes that browsers handle themselves, or that run code. */
const reservedSchemes = new Set(
  (
    'about afp android-app blob cid content data devtools facetime file filesystem ftp ftps gopher help http https imap ' +
    'intent itms itms-apps itms-appss itms-services jar javascript ldap livescript mailto market mhtml mid mk mms nfs ' +
    'nntp onenote opera res resource rtsp search search-ms sftp shell sip sips skype sms smb ssh steam tel telnet tftp ' +
    'tn3270 urn vbscript view-source vnc webcal wyciwyg ws wss xmpp zoommtg'
  ).split(' '),
)
/** Prefixes of such schemes, of Windows, Office and browsers. */
const reservedPrefixes =
  /^(?:ms|microsoft|chrome|chromium|edge|firefox|googlechrome|moz|safari|web|x-apple|x-javascript)(?:[-+]|$)/

export function isPrivateUseUri(uri: string): boolean {
  const scheme = privateUseUri.exec(uri)?.[1]
  return scheme !== undefined && !reservedSchemes.has(scheme) && !reservedPrefixes.test(scheme)
}

/** Returns why a redirect URI cannot be registered, as the end of a sentence; undefined for a valid one. */
export function validateRedirectUri(uri: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\') || !URL.canParse(uri))
    return 'must be an absolute URI of printable ASCII characters'
  if (uri.includes('#')) return 'must not contain a fragment (#)'
  const url = new URL(uri)
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?]*@/.test(uri))
    return 'must not contain a user name or password'
  if (!/^https:\/\/[^/]/.test(uri) && !loopbackUri.test(uri) && !isPrivateUseUri(uri))
    return 'must start with https://, with http:// and 127.0.0.1, [::1] or localhost, or with a private-use scheme in lower case and :/'
  return undefined
}

/** Compares a redirect URI with a registered one, character by character; the port of a loopback URI may differ. */
export function matchesRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true
  // Rejects URIs that browsers cannot open, such as ones with a port above 65535.
  if (!URL.canParse(requested)) return false
  const [registeredParts, requestedParts] = [loopbackUri.exec(registered), loopbackUri.exec(requested)]
  return (
    registeredParts !== null &&
    requestedParts !== null &&
    registeredParts[1] === requestedParts[1] &&
    registeredParts[2] === requestedParts[2]
  )
}
