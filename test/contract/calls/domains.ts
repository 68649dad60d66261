import { newUuid } from '../../../src/core/ids.ts'
import { hashDomainCode } from '../../../src/resources/people/domains/rules.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../fixtures.ts'

const CODE = 'K7QF-2MXA-9TRD-HW4P'
const newDomain = () => `${fresh('domain').replace(' ', '-')}.example`

/** Makes the limit of codes per day unreachable. */
const forgetRequests = ({ app }: World) => app.sql(`UPDATE organization_domains SET requested_at = '{}'`)

async function addDomain(world: World): Promise<Prepared> {
  await forgetRequests(world)
  const path = `/v1/organizations/${world.org_id}/domains`
  const { domain } = await create(world.owner, path, { domain: newDomain() })
  return { params: { org_id: world.org_id, domain } }
}

async function prepareVerify(world: World): Promise<Prepared> {
  const prepared = await addDomain(world)
  await world.app.sql(
    `UPDATE organization_domains SET code_hash = $1, code_expires_at = now() + interval '100 days' WHERE domain = $2`,
    [hashDomainCode(CODE), prepared.params!.domain],
  )
  return { ...prepared, body: { code: CODE } }
}

/** Creates an organization that proved a domain. */
async function createJoinable({ owner, app }: World, domain: string): Promise<string> {
  const { org_id } = await create(owner, '/v1/organizations', { name: fresh('Joinable') })
  await app.sql(
    `INSERT INTO organization_domains (org_id, domain, mailbox, verified_at, created_by, created_at, updated_at)
     VALUES ($1, $2, 'postmaster', now(), 'test', now(), now())`,
    [org_id, domain],
  )
  return org_id
}

async function prepareJoin(world: World): Promise<Prepared> {
  const domain = newDomain()
  const org_id = await createJoinable(world, domain)
  const name = fresh('joiner').replace(' ', '-')
  return { params: { org_id }, as: await world.app.signIn(name, { email: `${name}@${domain}` }), etag: '"0-"' }
}

async function createRequest({ app, org_id }: World): Promise<Prepared> {
  const [user_id, name] = [newUuid(Date.now()), fresh('asking').replace(' ', '-')]
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

const inOrganization = (world: World): Prepared => ({ params: { org_id: world.org_id } })

export const calls: Calls = {
  'domains.list': { prepare: inOrganization, another: addDomain },
  'domains.read': { prepare: addDomain },
  'domains.create': {
    prepare: async (world) => {
      await forgetRequests(world)
      return { ...inOrganization(world), body: { domain: newDomain() } }
    },
    subject: 'organizations.read',
  },
  'domains.verify': { prepare: prepareVerify, subject: 'domains.read' },
  'domains.delete': { prepare: addDomain, subject: 'domains.read' },
  'join-requests.organizations': {
    prepare: (world) => world.app.signIn('often-joining', { email: 'ann@many.example' }).then((as) => ({ as })),
    another: (world) => createJoinable(world, 'many.example'),
  },
  'join-requests.create': { prepare: prepareJoin, subject: 'join-requests.create' },
  'join-requests.list': { prepare: inOrganization, another: createRequest },
  'join-requests.read': { prepare: createRequest },
  'join-requests.accept': { prepare: createRequest, subject: 'join-requests.read' },
  'join-requests.decline': { prepare: createRequest, subject: 'join-requests.read' },
}
