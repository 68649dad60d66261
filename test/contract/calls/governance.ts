import { importReleases, release } from '../../resources/releases/fixtures.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../fixtures.ts'
import { newReferences, newDesignation } from './create.ts'

/** Builds a write to a designation, which names the organization of the event. */
const toDesignation = async (world: World, body?: object): Promise<Prepared> => {
  const { designation_id } = await newDesignation(world)
  return { params: { designation_id }, query: { org_id: world.org_id }, ...(body && { body }) }
}
const subject = 'designations.read'

const buildAccountsPath = (world: World) => `/v1/organizations/${world.org_id}/service-accounts`
const newAccount = async (world: World): Promise<Prepared> => {
  const { user_id } = await create(world.owner, buildAccountsPath(world), { name: fresh('Robot') })
  return { params: { org_id: world.org_id, user_id } }
}
const account = 'service-accounts.read'

export const calls: Calls = {
  'designations.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world, _, i) => newDesignation(world, { category: `Category ${i % 2}` }),
  },
  'designations.create': {
    prepare: (world) => ({ body: { org_id: world.org_id, label: fresh('Designation') } }),
  },
  'designations.read': {
    prepare: async (world) => {
      const { designation_id } = await newDesignation(world)
      return { params: { designation_id } }
    },
  },
  'designations.update': { prepare: (world) => toDesignation(world, { label: fresh('Renamed') }), subject },
  'designations.replace': { prepare: (world) => toDesignation(world, { label: fresh('Renamed') }), subject },
  'designations.set_visibility': { prepare: (world) => toDesignation(world, { pinned: true }), subject },
  'designations.delete': { prepare: (world) => toDesignation(world), subject },
  'service-accounts.list': {
    prepare: (world) => ({ params: { org_id: world.org_id } }),
    another: (world, _, i) => create(world.owner, buildAccountsPath(world), { name: `Robot ${i % 3}` }),
  },
  'service-accounts.create': {
    prepare: (world) => ({ params: { org_id: world.org_id }, body: { name: fresh('Robot') } }),
    subject: 'organizations.read',
    references: async (world) => ({ designation: (await newReferences(world)).designation_id }),
  },
  'service-accounts.read': { prepare: newAccount },
  'service-accounts.update': {
    prepare: async (world) => ({ ...(await newAccount(world)), body: { name: fresh('Renamed') } }),
    subject: account,
  },
  'service-accounts.delete': { prepare: newAccount, subject: account },
  'releases.whats_new': {
    prepare: async (world) => {
      await importReleases(world.app, [release('r-1')])
      return {}
    },
  },
}
