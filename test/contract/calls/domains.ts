import { newUuid } from '../../../src/core/ids.ts'
import { hashDomainCode } from '../../../src/resources/people/domains/rules.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type Fixture } from '../fixtures.ts'

const CODE = 'K7QF-2MXA-9TRD-HW4P'
const generateDomain = () => `${buildUniqueName('domain').replace(' ', '-')}.example`

/** Makes the limit of codes per day unreachable. */
const forgetRequests = ({ app }: Fixture) => app.sql(`UPDATE organization_domains SET requested_at = '{}'`)

async function addDomain(fixture: Fixture): Promise<Prepared> {
  await forgetRequests(fixture)
  const path = `/v1/organizations/${fixture.org_id}/domains`
  const { domain } = await create(fixture.owner, path, { domain: generateDomain() })
  return { params: { org_id: fixture.org_id, domain } }
}

async function prepareVerify(fixture: Fixture): Promise<Prepared> {
  const prepared = await addDomain(fixture)
  await fixture.app.sql(
    `UPDATE organization_domains SET code_hash = $1, code_expires_at = now() + interval '100 days' WHERE domain = $2`,
    [hashDomainCode(CODE), prepared.params!.domain],
  )
  return { ...prepared, body: { code: CODE } }
}

/** Creates an organization that proved a domain. */
async function createJoinable({ owner, app }: Fixture, domain: string): Promise<string> {
  const { org_id } = await create(owner, '/v1/organizations', { name: buildUniqueName('Joinable') })
  await app.sql(
    `INSERT INTO organization_domains (org_id, domain, mailbox, verified_at, created_by, created_at, updated_at)
     VALUES ($1, $2, 'postmaster', now(), 'test', now(), now())`,
    [org_id, domain],
  )
  return org_id
}

async function prepareJoin(fixture: Fixture): Promise<Prepared> {
  const domain = generateDomain()
  const org_id = await createJoinable(fixture, domain)
  const name = buildUniqueName('joiner').replace(' ', '-')
  return { params: { org_id }, as: await fixture.app.signIn(name, { email: `${name}@${domain}` }), etag: '"0-"' }
}

async function createRequest({ app, org_id }: Fixture): Promise<Prepared> {
  const [user_id, name] = [newUuid(Date.now()), buildUniqueName('asking').replace(' ', '-')]
  await app.sql(
    `INSERT INTO users (user_id, issuer, subject, username, username_key, email, email_key, created_at, updated_at)
     VALUES ($1, 'https://id.example.com', $2, $2, $2, $3, $3, now(), now())`,
    [user_id, name, `${name}@harbour.example`],
  )
  await app.sql(
    `INSERT INTO organization_join_requests (org_id, user_id, created_at, updated_at) VALUES ($1, $2, now(), now())`,
    [org_id, user_id],
  )
  return { params: { org_id, user_id } }
}

const toPrepared = (fixture: Fixture): Prepared => ({ params: { org_id: fixture.org_id } })

export const calls: Calls = {
  'domains.list': { prepare: toPrepared, createAnotherRow: addDomain },
  'domains.read': { prepare: addDomain },
  'domains.create': {
    prepare: async (fixture) => {
      await forgetRequests(fixture)
      return { ...toPrepared(fixture), body: { domain: generateDomain() } }
    },
    subject: 'organizations.read',
  },
  'domains.verify': { prepare: prepareVerify, subject: 'domains.read' },
  'domains.delete': { prepare: addDomain, subject: 'domains.read' },
  'join-requests.organizations': {
    prepare: (fixture) => fixture.app.signIn('often-joining', { email: 'ann@many.example' }).then((as) => ({ as })),
    createAnotherRow: (fixture) => createJoinable(fixture, 'many.example'),
  },
  'join-requests.create': { prepare: prepareJoin, subject: 'join-requests.create' },
  'join-requests.list': { prepare: toPrepared, createAnotherRow: createRequest },
  'join-requests.read': { prepare: createRequest },
  'join-requests.accept': { prepare: createRequest, subject: 'join-requests.read' },
  'join-requests.decline': { prepare: createRequest, subject: 'join-requests.read' },
}
