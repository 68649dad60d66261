import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)

/** Builds a domain of the given number of octets, in labels of at most 63. */
const buildDomain = (length: number) => {
  const labels: string[] = []
  for (let left = length; left > 0; left -= labels.at(-1)!.length + 1)
    labels.push('d'.repeat(left === 65 ? 62 : Math.min(left, 63)))
  return labels.join('.')
}
const local64 = 'a'.repeat(64)

const taken: [string, string][] = [
  ['a local part of 64 octets', `${local64}@example.com`],
  ['a local part of 64 octets in UTF-8', `${'é'.repeat(32)}@example.com`],
  ['a label of 63 octets', `ann@${'b'.repeat(63)}.example`],
  ['254 octets in all', `${local64}@${buildDomain(189)}`],
]
const refused: [string, string][] = [
  ['a local part of 65 octets', `${local64}a@example.com`],
  ['a local part of 65 octets in UTF-8', `${'é'.repeat(32)}a@example.com`],
  ['a label of 64 octets', `ann@${'b'.repeat(64)}.example`],
  ['a label of 64 octets as xn--', `ann@${'ü'.repeat(58)}.example`],
  ['255 octets in all', `${local64}@${buildDomain(190)}`],
  ['a domain of 256 octets', `a@${buildDomain(256)}`],
  ['no local part', '@example.com'],
]

/** Every operation that accepts an email address, with a request body. */
const accepting: [string, (email: string) => ReturnType<typeof ada.post>][] = [
  ['inviting', (email) => ada.post('/v1/organization-invites', { body: { org_id, email } })],
  ['making an organization', (email) => ada.post('/v1/organizations', { body: { name: 'Works', email } })],
  ['changing one', (email) => ada.patch(`/v1/organizations/${org_id}`, { body: { email } })],
]

describe.each(accepting)('%s', (_, send) => {
  test.each(taken)('accepts an address with %s', async (_, email) => {
    const { status, body } = await send(email)
    expect([200, 201]).toContain(status)
    expect(body.email).toBe(email)
  })

  test.each(refused)('rejects an address with %s', async (_, email) => {
    const body = expectStatus(await send(email), 422)
    expect(body.errors[0].loc).toEqual(['body', 'email'])
  })
})
