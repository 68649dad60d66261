import { createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** Options for `https.createServer`. */
export interface Certificate {
  cert: string
  key: string
}

/** Contents of a certificate; valid for a day around now by default. */
export interface CertificateOptions {
  names: string[]
  from?: Date
  until?: Date
}

/** Certificate authority for tests, created per use so that the repository contains no key. */
export interface Authority {
  cert: string
  issueCertificate(options: CertificateOptions): Certificate
}

const day = 86_400_000

export function createAuthority(): Authority {
  const keys = generateKeys()
  const name = encodeCommonName('Test authority')
  const build = (subject: Buffer, publicKey: KeyObject, options: CertificateOptions, isAuthority: boolean) =>
    toPem(
      'CERTIFICATE',
      buildCertificate({ issuer: name, signer: keys.privateKey, subject, publicKey, options, isAuthority }),
    )
  return {
    cert: build(name, keys.publicKey, { names: [] }, true),
    issueCertificate(options) {
      const own = generateKeys()
      const key = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      return { cert: build(encodeCommonName(options.names[0]!), own.publicKey, options, false), key }
    },
  }
}

export function createSelfSigned(names: string[]): Certificate {
  const keys = generateKeys()
  const name = encodeCommonName(names[0]!)
  const der = buildCertificate({
    issuer: name,
    signer: keys.privateKey,
    subject: name,
    publicKey: keys.publicKey,
    options: { names },
    isAuthority: false,
  })
  return {
    cert: toPem('CERTIFICATE', der),
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const generateKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface CertificateParts {
  issuer: Buffer
  signer: KeyObject
  subject: Buffer
  publicKey: KeyObject
  options: CertificateOptions
  isAuthority: boolean
}

/** Builds an X.509 certificate (RFC 5280) with the minimum that clients require. */
function buildCertificate({ issuer, signer, subject, publicKey, options, isAuthority }: CertificateParts): Buffer {
  const algorithm = encodeSequence(encodeOid('2a8648ce3d040302')) // ecdsa-with-SHA256
  const { names, from = new Date(Date.now() - day), until = new Date(Date.now() + day) } = options
  const extensions = isAuthority
    ? [encodeExtension('551d13', encodeSequence(encodeTag(0x01, Buffer.from([0xff]))))] // basicConstraints: an authority
    : [encodeExtension('551d11', encodeSequence(...names.map((name) => encodeTag(0x82, Buffer.from(name)))))] // subjectAltName
  const content = encodeSequence(
    encodeTag(0xa0, encodeTag(0x02, Buffer.from([2]))),
    encodeTag(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    issuer,
    encodeSequence(encodeTime(from), encodeTime(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeTag(0xa3, encodeSequence(...extensions)),
  )
  const signature = createSign('SHA256').update(content).sign(signer)
  return encodeSequence(content, algorithm, encodeTag(0x03, Buffer.concat([Buffer.from([0]), signature])))
}

function encodeTag(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const encodeSequence = (...parts: Buffer[]) => encodeTag(0x30, Buffer.concat(parts))
const encodeOid = (hex: string) => encodeTag(0x06, Buffer.from(hex, 'hex'))
const encodeCommonName = (name: string) =>
  encodeSequence(encodeTag(0x31, encodeSequence(encodeOid('550403'), encodeTag(0x0c, Buffer.from(name)))))
const encodeExtension = (id: string, value: Buffer) => encodeSequence(encodeOid(id), encodeTag(0x04, value))
const encodeTime = (date: Date) =>
  encodeTag(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))
const toPem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END ${label}-----\n`
