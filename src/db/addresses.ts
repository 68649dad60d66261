/** What may be asked of the host to connect to; both mean the same here, since the service has to write. */
const attributes = ['read-write', 'primary']

const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/** The hosts that an address names, as in `postgres://user:password@a,b:5433/db`: one address for each, in their order. */
export function addressesOf(url: string): string[] {
  const [, head = '', hosts = '', rest = ''] = parts.exec(url) ?? []
  const names = hosts.split(',')
  return names.length === 1 ? [url] : names.map((name) => `${head}${name}${rest}`)
}

/** Whether it is the address of a PostgreSQL server, or of several of which one is the primary. */
export function isDatabaseUrl(url: string): boolean {
  if (!/^postgres(ql)?:\/\/./.test(url)) return false
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '')
  const wanted = query.get('target_session_attrs')
  if (wanted !== null && !attributes.includes(wanted)) return false
  // Several in the query are libpq's too, and would be taken for one strange name here.
  if ([query.get('host'), query.get('port')].some((value) => value?.includes(','))) return false
  const addresses = addressesOf(url)
  return addresses.length === 1 || (query.get('host') === null && addresses.every(namesHost))
}

const namesHost = (address: string): boolean =>
  /^(\[[^\]]+\]|[^[\]:]+)(:\d{1,5})?$/.test(parts.exec(address)?.[2] ?? '')

/** Explains a URL that an unescaped character in its user or password makes unreadable; else returns undefined. */
export function explainAddress(url: string): string | undefined {
  const [, authority = '', end = '', rest = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)([/?#])(.*)$/s.exec(url) ?? []
  const [before = ''] = rest.split('@')
  const hasUser = authority.includes(':') && !authority.includes('@') && rest.includes('@')
  // In `host:5432/db?user=a@b` it is a port, and the @ belongs to the query.
  const isPort = /:\d{1,5}$/.test(authority) && end !== '#' && before.includes('=')
  if (hasUser && !isPort)
    return `has a "${end}" in its user or password, which ends that part of an address: write # as %23, ? as %3F, / as %2F`
  const [, user = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)@/.exec(url) ?? []
  if (/%(?![0-9A-Fa-f]{2})/.test(user)) return 'has a "%" in its user or password: write it as %25'
  return undefined
}
