import { createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** Options for `https.createServer`. */
export interface Certificate {
  cert: string
  key: string
}

/** Contents of a certificate; valid for a day around now by default. */
export interface Wanted {
  names: string[]
  from?: Date
  until?: Date
}

/** Certificate authority for tests, created per use so that the repository contains no key. */
export interface Authority {
  cert: string
  issue(wanted: Wanted): Certificate
}

const day = 86_400_000

export function createAuthority(): Authority {
  const keys = newKeys()
  const name = commonName('Test authority')
  const build = (subject: Buffer, publicKey: KeyObject, wanted: Wanted, isAuthority: boolean) =>
    pem('CERTIFICATE', certificate({ issuer: name, signer: keys.privateKey, subject, publicKey, wanted, isAuthority }))
  return {
    cert: build(name, keys.publicKey, { names: [] }, true),
    issue(wanted) {
      const own = newKeys()
      const key = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      return { cert: build(commonName(wanted.names[0]!), own.publicKey, wanted, false), key }
    },
  }
}

export function selfSigned(names: string[]): Certificate {
  const keys = newKeys()
  const name = commonName(names[0]!)
  const der = certificate({
    issuer: name,
    signer: keys.privateKey,
    subject: name,
    publicKey: keys.publicKey,
    wanted: { names },
    isAuthority: false,
  })
  return {
    cert: pem('CERTIFICATE', der),
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface Parts {
  issuer: Buffer
  signer: KeyObject
  subject: Buffer
  publicKey: KeyObject
  wanted: Wanted
  isAuthority: boolean
}

/** Builds an X.509 certificate (RFC 5280) with the minimum that clients require. */
function certificate({ issuer, signer, subject, publicKey, wanted, isAuthority }: Parts): Buffer {
  const algorithm = sequence(oid('2a8648ce3d040302')) // ecdsa-with-SHA256
  const { names, from = new Date(Date.now() - day), until = new Date(Date.now() + day) } = wanted
  const extensions = isAuthority
    ? [extension('551d13', sequence(tagged(0x01, Buffer.from([0xff]))))] // basicConstraints: an authority
    : [extension('551d11', sequence(...names.map((name) => tagged(0x82, Buffer.from(name)))))] // subjectAltName
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    issuer,
    sequence(generalizedTime(from), generalizedTime(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = createSign('SHA256').update(content).sign(signer)
  return sequence(content, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const commonName = (name: string) => sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
const extension = (id: string, value: Buffer) => sequence(oid(id), tagged(0x04, value))
const generalizedTime = (date: Date) =>
  tagged(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))
const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END ${label}-----\n`
