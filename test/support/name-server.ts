import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import ipaddr from 'ipaddr.js'

/** DNS server on a free port of 127.0.0.1 with records that a test can change. */
export interface NameServer {
  /** Value for `WEBHOOK_DNS`. */
  readonly address: string
  /** Sets the records of a name: IPs of either family, or a CNAME. Without records the name does not exist. */
  set(name: string, ...records: string[]): void
  silence(name: string): void
  /** Delays the responses for a name. */
  delay(name: string, millis: number): void
  /** Returns the number of queries for a name, of either family. */
  countQueries(name: string): number
  close(): Promise<void>
}

const A = 1
const CNAME = 5
const AAAA = 28

/** Starts a DNS server with the minimum of RFC 1035 that a resolver needs. */
export async function startNameServer(): Promise<NameServer> {
  const zone = new Map<string, string[] | 'silent'>()
  const queries = new Map<string, number>()
  const delays = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, client) => {
    const { name, type, question } = readQuestion(query)
    queries.set(name, (queries.get(name) ?? 0) + 1)
    const records = zone.get(name)
    if (records === 'silent') return
    const responses = records ? resolveRecords(zone, name, type) : []
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(records ? 0x8580 : 0x8583, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(responses.length, 6)
    const send = () => socket.send(Buffer.concat([header, question, ...responses]), client.port, client.address)
    const delay = delays.get(name)
    if (delay === undefined) send()
    else setTimeout(send, delay)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    set(name, ...records) {
      if (records.length > 0) zone.set(name, records)
      else zone.delete(name)
    },
    silence: (name) => void zone.set(name, 'silent'),
    delay: (name, millis) => void delays.set(name, millis),
    countQueries: (name) => queries.get(name) ?? 0,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(12, at + 5),
  }
}

/** Returns the records of one type, after the CNAME records that lead to them. */
function resolveRecords(zone: Map<string, string[] | 'silent'>, name: string, type: number): Buffer[] {
  const records = zone.get(name)
  return (Array.isArray(records) ? records : []).flatMap((record) => {
    if (!ipaddr.isValid(record))
      return [encodeRecord(name, CNAME, encodeName(record)), ...resolveRecords(zone, record, type)]
    const address = ipaddr.parse(record)
    const own = address.kind() === 'ipv4' ? A : AAAA
    return own === type ? [encodeRecord(name, type, Buffer.from(address.toByteArray()))] : []
  })
}

function encodeRecord(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  // TTL of five minutes, so that a cached response would be noticed.
  fixed.writeUInt32BE(300, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(name), fixed, data])
}

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ])
