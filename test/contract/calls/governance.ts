import { importReleases, buildRelease } from '../../resources/releases/fixtures.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type Fixture } from '../fixtures.ts'
import { createReferences, createDesignation } from './create.ts'

/** Builds a write to a designation, which names the organization of the event. */
const toDesignation = async (fixture: Fixture, body?: object): Promise<Prepared> => {
  const { designation_id } = await createDesignation(fixture)
  return { params: { designation_id }, query: { org_id: fixture.org_id }, ...(body && { body }) }
}
const subject = 'designations.read'

const buildAccountsPath = (fixture: Fixture) => `/v1/organizations/${fixture.org_id}/service-accounts`
const prepareAccount = async (fixture: Fixture): Promise<Prepared> => {
  const { user_id } = await create(fixture.owner, buildAccountsPath(fixture), { name: buildUniqueName('Robot') })
  return { params: { org_id: fixture.org_id, user_id } }
}
const account = 'service-accounts.read'

export const calls: Calls = {
  'designations.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture, _, i) => createDesignation(fixture, { category: `Category ${i % 2}` }),
  },
  'designations.create': {
    prepare: (fixture) => ({ body: { org_id: fixture.org_id, label: buildUniqueName('Designation') } }),
  },
  'designations.read': {
    prepare: async (fixture) => {
      const { designation_id } = await createDesignation(fixture)
      return { params: { designation_id } }
    },
  },
  'designations.update': {
    prepare: (fixture) => toDesignation(fixture, { label: buildUniqueName('Renamed') }),
    subject,
  },
  'designations.replace': {
    prepare: (fixture) => toDesignation(fixture, { label: buildUniqueName('Renamed') }),
    subject,
  },
  'designations.set_visibility': { prepare: (fixture) => toDesignation(fixture, { pinned: true }), subject },
  'designations.delete': { prepare: (fixture) => toDesignation(fixture), subject },
  'service-accounts.list': {
    prepare: (fixture) => ({ params: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture, _, i) => create(fixture.owner, buildAccountsPath(fixture), { name: `Robot ${i % 3}` }),
  },
  'service-accounts.create': {
    prepare: (fixture) => ({ params: { org_id: fixture.org_id }, body: { name: buildUniqueName('Robot') } }),
    subject: 'organizations.read',
    references: async (fixture) => ({ designation: (await createReferences(fixture)).designation_id }),
  },
  'service-accounts.read': { prepare: prepareAccount },
  'service-accounts.update': {
    prepare: async (fixture) => ({ ...(await prepareAccount(fixture)), body: { name: buildUniqueName('Renamed') } }),
    subject: account,
  },
  'service-accounts.delete': { prepare: prepareAccount, subject: account },
  'releases.whats_new': {
    prepare: async (fixture) => {
      await importReleases(fixture.app, [buildRelease('r-1')])
      return {}
    },
  },
}
