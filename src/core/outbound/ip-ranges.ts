import ipaddr from 'ipaddr.js'

/** Reasons to reject a webhook URL; the `reason` of a `url-refused` problem. */
export const urlRefusalReasons = [
  'not_https',
  'credentials',
  'loopback',
  'private',
  'link_local',
  'metadata',
  'multicast',
  'reserved',
  'invalid',
] as const
export type UrlRefusalReason = (typeof urlRefusalReasons)[number]

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** Metadata IPs of clouds, which reveal a machine's secrets. Never allowed, whatever the settings. */
const METADATA_IPS = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
  ].map((text) => ipaddr.parse(text).toString()),
)

const REASONS: Record<string, UrlRefusalReason> = {
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link_local',
  multicast: 'multicast',
}

const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** IPv6 ranges that embed an IPv4 address, with its offset in bytes. */
const EMBEDDING_RANGES = (
  [
    ['::/96', 12],
    ['::ffff:0:0:0/96', 12],
    ['64:ff9b::/96', 12],
    ['2002::/16', 2],
  ] as const
).map(([range, offset]) => ({ range: ipaddr.IPv6.parseCIDR(range), offset }))

const parseIp = (text: string): IpAddress => ipaddr.process(text)

export const normalizeIp = (text: string): string => parseIp(text).toString()

export function findIpRefusal(text: string): UrlRefusalReason | null {
  return findRefusal(parseIp(text))
}

function findRefusal(address: IpAddress): UrlRefusalReason | null {
  if (METADATA_IPS.has(address.toString())) return 'metadata'
  const range = address.range()
  const reason = REASONS[range] ?? (range === 'unicast' ? null : 'reserved')
  if (address instanceof ipaddr.IPv4 || reason === 'loopback') return reason
  const embedded = findEmbeddedIPv4(address)
  if (embedded) return findRefusal(embedded) ?? 'reserved'
  return reason ?? (address.match(PUBLIC_IPV6) ? null : 'reserved')
}

function findEmbeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const match = EMBEDDING_RANGES.find(({ range }) => address.match(range))
  if (!match) return undefined
  return new ipaddr.IPv4(address.toByteArray().slice(match.offset, match.offset + 4))
}

type IsAllowedIp = (text: string) => boolean

export function createIpAllowlist(cidrs: string[]): IsAllowedIp {
  const ranges = cidrs.map((cidr) => ipaddr.parseCIDR(cidr))
  return (text) => {
    const address = parseIp(text)
    if (METADATA_IPS.has(address.toString())) return false
    return ranges.some((range) => range[0].kind() === address.kind() && address.match(range))
  }
}
