/** Accepted values of `target_session_attrs`; equivalent here, because the service needs to write. */
const SESSION_ATTRS = ['read-write', 'primary']

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/** Returns one URL for each host of `postgres://user:password@a,b:5433/db`, in their order. */
export function splitHosts(url: string): string[] {
  const [, head = '', hosts = '', rest = ''] = URL_PARTS.exec(url) ?? []
  const names = hosts.split(',')
  return names.length === 1 ? [url] : names.map((name) => `${head}${name}${rest}`)
}

/** Returns whether the text is a PostgreSQL URL; several hosts are valid if each has a name. */
export function isDatabaseUrl(url: string): boolean {
  if (!/^postgres(ql)?:\/\/./.test(url)) return false
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '')
  const wanted = query.get('target_session_attrs')
  if (wanted !== null && !SESSION_ATTRS.includes(wanted)) return false
  // libpq accepts several hosts in the query; here they would be parsed as one host name.
  if ([query.get('host'), query.get('port')].some((value) => value?.includes(','))) return false
  const urls = splitHosts(url)
  return urls.length === 1 || (query.get('host') === null && urls.every(hasValidHost))
}

const hasValidHost = (address: string): boolean =>
  /^(\[[^\]]+\]|[^[\]:]+)(:\d{1,5})?$/.test(URL_PARTS.exec(address)?.[2] ?? '')

/** Explains a URL that is unreadable because its user or password is not escaped; else returns undefined. */
export function explainInvalidUrl(url: string): string | undefined {
  const [, authority = '', end = '', rest = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)([/?#])(.*)$/s.exec(url) ?? []
  const [before = ''] = rest.split('@')
  const hasUser = authority.includes(':') && !authority.includes('@') && rest.includes('@')
  // In `host:5432/db?user=a@b` it is a port, and the @ belongs to the query.
  const isPort = /:\d{1,5}$/.test(authority) && end !== '#' && before.includes('=')
  if (hasUser && !isPort)
    return `has a "${end}" in its user or password, which ends that part of the URL: write # as %23, ? as %3F, / as %2F`
  const [, user = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)@/.exec(url) ?? []
  if (/%(?![0-9A-Fa-f]{2})/.test(user)) return 'has a "%" in its user or password: write it as %25'
  return undefined
}
