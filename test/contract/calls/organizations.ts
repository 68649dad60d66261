import { insertMembership } from '../../support/factories.ts'
import { expectStatus } from '../../support/client.ts'
import type { Calls } from '../call.ts'
import { create, buildUniqueName, type Fixture } from '../fixtures.ts'

const createOrganization = async ({ owner }: Fixture) => {
  const { org_id } = await create(owner, '/v1/organizations', { name: buildUniqueName('Organization') })
  return { org_id: org_id as string }
}

export const calls: Calls = {
  'health.read': { prepare: () => ({}) },
  'organizations.list': {
    prepare: () => ({}),
    createAnotherRow: (fixture) => createOrganization(fixture),
  },
  'organizations.create': { prepare: () => ({ body: { name: buildUniqueName('Organization') } }) },
  'organizations.read': { prepare: (fixture) => ({ params: { org_id: fixture.org_id } }) },
  'organizations.update': {
    prepare: (fixture) => ({ params: { org_id: fixture.org_id }, body: { description: buildUniqueName('Described') } }),
    subject: 'organizations.read',
  },
  'organizations.delete': {
    prepare: async (fixture) => {
      const { org_id } = await createOrganization(fixture)
      await insertMembership(fixture.admin, org_id, 'admin')
      return { params: { org_id } }
    },
    subject: 'organizations.read',
  },
  'organizations.access_review': { prepare: (fixture) => ({ params: { org_id: fixture.org_id } }) },
  'organizations.sign_access_review': {
    async prepare({ owner, org_id }) {
      const { access_hash } = expectStatus(await owner.get(`/v1/organizations/${org_id}/access-review`), 200)
      return { params: { org_id }, body: { access_hash, note: 'Quarterly review.' } }
    },
    subject: 'organizations.read',
  },
  'organizations.settings': { prepare: (fixture) => ({ params: { org_id: fixture.org_id } }) },
  'organizations.update_settings': {
    prepare: (fixture) => ({ params: { org_id: fixture.org_id }, body: { audit_retention_days: nextDayCount() } }),
    subject: 'organizations.settings',
  },
  'organizations.update_settings_put': {
    prepare: (fixture) => ({ params: { org_id: fixture.org_id }, body: { audit_retention_days: nextDayCount() } }),
    subject: 'organizations.settings',
  },
}

let last = 1000
const nextDayCount = () => ++last
