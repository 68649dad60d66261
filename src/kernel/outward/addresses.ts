import ipaddr from 'ipaddr.js'

/** Why a URL is refused as the target of a webhook; the `reason` of a `url-refused` problem. */
export const refusalReasons = [
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
export type RefusalReason = (typeof refusalReasons)[number]

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Addresses at which clouds tell a machine its own secrets. They are never opened, whatever the settings say. */
const metadataAddresses = new Set(
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

const reasonOfRange: Record<string, RefusalReason> = {
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link_local',
  multicast: 'multicast',
}

const publicIPv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** IPv6 addresses that a gateway turns into an IPv4 one, with where that one begins. */
const carriers = (
  [
    ['::/96', 12],
    ['::ffff:0:0:0/96', 12],
    ['64:ff9b::/96', 12],
    ['2002::/16', 2],
  ] as const
).map(([range, offset]) => ({ range: ipaddr.IPv6.parseCIDR(range), offset }))

/** An address in its plain form: an IPv4 address written as `::ffff:…` is the IPv4 address. */
const parse = (text: string): Address => ipaddr.process(text)

/** The plain form of an address, so that two ways to write one compare as equal. */
export const plainAddress = (text: string): string => parse(text).toString()

/** Why nothing may be sent to an address; null when it is a public one. */
export function addressRefusal(text: string): RefusalReason | null {
  return judge(parse(text))
}

function judge(address: Address): RefusalReason | null {
  if (metadataAddresses.has(address.toString())) return 'metadata'
  const range = address.range()
  const reason = reasonOfRange[range] ?? (range === 'unicast' ? null : 'reserved')
  if (address instanceof ipaddr.IPv4 || reason === 'loopback') return reason
  const inside = carriedIPv4(address)
  if (inside) return judge(inside) ?? 'reserved'
  return reason ?? (address.match(publicIPv6) ? null : 'reserved')
}

function carriedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const carrier = carriers.find(({ range }) => address.match(range))
  if (!carrier) return undefined
  return new ipaddr.IPv4(address.toByteArray().slice(carrier.offset, carrier.offset + 4))
}

/** Whether an address lies in a range that the operator has opened. */
export type IsOpened = (text: string) => boolean

/** Reads ranges such as `127.0.0.0/8`, checked before by the settings. */
export function openedRanges(cidrs: string[]): IsOpened {
  const ranges = cidrs.map((cidr) => ipaddr.parseCIDR(cidr))
  return (text) => {
    const address = parse(text)
    if (metadataAddresses.has(address.toString())) return false
    return ranges.some((range) => range[0].kind() === address.kind() && address.match(range))
  }
}
