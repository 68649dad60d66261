/** An address on this device. Its port is chosen when the app runs, so it is no part of the registration (RFC 8252, 7.3). */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/

/** Matches a private-use redirect URI (RFC 8252, 7.1): `com.example.app:/callback`, `editor://host/callback`. */
const privateUse = /^([a-z][a-z0-9+.-]*):\/./

/** Schemes that browsers handle themselves, or that execute something. */
const reserved = new Set(
  (
    'about afp android-app blob cid content data devtools facetime file filesystem ftp ftps gopher help http https imap ' +
    'intent itms itms-apps itms-appss itms-services jar javascript ldap livescript mailto market mhtml mid mk mms nfs ' +
    'nntp onenote opera res resource rtsp search search-ms sftp shell sip sips skype sms smb ssh steam tel telnet tftp ' +
    'tn3270 urn vbscript view-source vnc webcal wyciwyg ws wss xmpp zoommtg'
  ).split(' '),
)
/** Prefixes of such schemes: of Windows and Office, and of browsers. */
const reservedFamilies =
  /^(?:ms|microsoft|chrome|chromium|edge|firefox|googlechrome|moz|safari|web|x-apple|x-javascript)(?:[-+]|$)/

/** Returns whether a redirect URI has a private-use scheme of an app. */
export function isPrivateUseUri(uri: string): boolean {
  const scheme = privateUse.exec(uri)?.[1]
  return scheme !== undefined && !reserved.has(scheme) && !reservedFamilies.test(scheme)
}

/** What keeps an address from being registered, as the end of a sentence; undefined when nothing does. */
export function wrongRedirectUri(uri: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\') || !URL.canParse(uri))
    return 'has to be an absolute address of plain ASCII characters'
  if (uri.includes('#')) return 'may not hold a fragment (#)'
  const url = new URL(uri)
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?]*@/.test(uri))
    return 'may not hold a user name or password'
  if (!/^https:\/\/[^/]/.test(uri) && !loopback.test(uri) && !isPrivateUseUri(uri))
    return 'must begin with https://, with http:// and 127.0.0.1, [::1] or localhost, or with a private-use scheme in lower case and :/'
  return undefined
}

/** Whether an address is the registered one, character by character; on loopback the port may differ. */
export function isRedirectUri(registered: string, given: string): boolean {
  if (registered === given) return true
  // An address such as one with a port beyond 65535 leads a browser nowhere.
  if (!URL.canParse(given)) return false
  const [known, asked] = [loopback.exec(registered), loopback.exec(given)]
  return known !== null && asked !== null && known[1] === asked[1] && known[2] === asked[2]
}
