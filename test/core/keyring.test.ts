import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, type SecretKey } from '../../src/core/config/config.ts'
import {
  createKeyring,
  loadKeyring,
  UndecryptableSecret,
  type EncryptionPurpose,
} from '../../src/core/crypto/keyring.ts'
import { ensureDataDir, readOrCreatePrivateFile } from '../../src/core/private-file.ts'

const one: SecretKey = { version: 1, key: Buffer.alloc(32, 1) }
const two: SecretKey = { version: 2, key: Buffer.alloc(32, 2) }

describe('encryption', () => {
  const ring = createKeyring([one])
  const sealed = ring.encrypt('webhook', 'WH1', 'whsec_é')

  test('decrypts for the same purpose and row', () => {
    expect(ring.decrypt('webhook', 'WH1', sealed)).toBe('whsec_é')
    expect(sealed).not.toContain('whsec')
    expect(ring.encrypt('webhook', 'WH1', 'whsec_é')).not.toBe(sealed)
  })

  test('does not decrypt for another row or purpose', () => {
    expect(() => ring.decrypt('webhook', 'WH2', sealed)).toThrow(UndecryptableSecret)
    expect(() => ring.decrypt('idempotency', 'WH1', sealed)).toThrow(UndecryptableSecret)
    const toPurpose = (purpose: string) => purpose as EncryptionPurpose
    const joined = ring.encrypt(toPurpose('a'), 'b","c', 'x')
    expect(() => ring.decrypt(toPurpose('a","b'), 'c', joined)).toThrow(UndecryptableSecret)
  })

  test.each(['', 'x', '1.', '1.AAAA', '9.AAAA', sealed.slice(0, -6), `2${sealed.slice(1)}`, `${sealed}AAAA`])(
    'rejects a damaged value: %s',
    (damaged) => {
      expect(() => createKeyring([one, two]).decrypt('webhook', 'WH1', damaged)).toThrow(UndecryptableSecret)
    },
  )

  test('decrypts old values after a rotation and encrypts with the new key', () => {
    const rotated = createKeyring([two, one])
    expect(rotated.decrypt('webhook', 'WH1', sealed)).toBe('whsec_é')
    expect(rotated.usesOldKey(sealed)).toBe(true)
    const renewed = rotated.encrypt('webhook', 'WH1', 'whsec_é')
    expect(rotated.usesOldKey(renewed)).toBe(false)
    expect(() => ring.decrypt('webhook', 'WH1', renewed)).toThrow('no key of version 2')
  })

  test('derives the same keys in every process, different by purpose, with older ones last', () => {
    expect(ring.deriveKeys('cursor')).toEqual(createKeyring([one]).deriveKeys('cursor'))
    expect(ring.deriveKeys('cursor')).not.toEqual(ring.deriveKeys('cookie'))
    expect(ring.deriveKeys('cursor')[0]).toHaveLength(32)
    expect(createKeyring([two, one]).deriveKeys('cursor')[1]).toEqual(ring.deriveKeys('cursor')[0])
  })
})

describe('key file', () => {
  let dataDir: string
  beforeEach(() => (dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'svc-keyring-')), 'data')))
  afterEach(() => rmSync(path.dirname(dataDir), { recursive: true }))

  test('is created once with mode 0600 and read again', () => {
    const sealed = loadKeyring({ dataDir, secretKeys: undefined }).encrypt('webhook', 'r', 'x')
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(path.join(dataDir, 'secret-keys')).mode & 0o777).toBe(0o600)
    expect(loadKeyring({ dataDir, secretKeys: undefined }).decrypt('webhook', 'r', sealed)).toBe('x')
  })

  test('is not created when SECRET_KEYS is set', () => {
    loadKeyring({ dataDir, secretKeys: [one] })
    expect(() => readFileSync(path.join(dataDir, 'secret-keys'))).toThrow('ENOENT')
  })

  test('is rejected if others can read it', () => {
    loadKeyring({ dataDir, secretKeys: undefined })
    chmodSync(path.join(dataDir, 'secret-keys'), 0o644)
    expect(() => loadKeyring({ dataDir, secretKeys: undefined })).toThrow(ConfigError)
  })

  test('is read by a second process, not overwritten', () => {
    const text = readOrCreatePrivateFile(dataDir, 'race', () => {
      readOrCreatePrivateFile(dataDir, 'race', () => 'first')
      return 'second'
    })
    expect(text).toBe('first')
  })

  test.skipIf(process.platform !== 'linux')('fails immediately with a clear error below /proc', () => {
    expect(() => ensureDataDir('/proc/svc/data')).toThrow('DATA_DIR /proc/svc/data cannot be created')
  })

  test('fails with a ConfigError if the folder cannot be created', () => {
    readOrCreatePrivateFile(dataDir, 'file', () => '')
    expect(() => ensureDataDir(path.join(dataDir, 'file', 'below'))).toThrow(ConfigError)
    expect(() => ensureDataDir(path.join(dataDir, 'file'))).toThrow('is a file: it must be a folder')
  })
})
