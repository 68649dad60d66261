import { insertMembership } from '../../support/factories.ts'
import type { Calls } from '../call.ts'
import { create, fresh, type World } from '../fixtures.ts'

const createOrganization = async ({ owner }: World) => {
  const { org_id } = await create(owner, '/v1/organizations', { name: fresh('Organization') })
  return { org_id: org_id as string }
}

export const calls: Calls = {
  'health.read': { prepare: () => ({}) },
  'organizations.list': {
    prepare: () => ({}),
    another: (world) => createOrganization(world),
  },
  'organizations.create': { prepare: () => ({ body: { name: fresh('Organization') } }) },
  'organizations.read': { prepare: (world) => ({ params: { org_id: world.org_id } }) },
  'organizations.update': {
    prepare: (world) => ({ params: { org_id: world.org_id }, body: { description: fresh('Described') } }),
    subject: 'organizations.read',
  },
  'organizations.delete': {
    prepare: async (world) => {
      const { org_id } = await createOrganization(world)
      await insertMembership(world.admin, org_id, 'admin')
      return { params: { org_id } }
    },
    subject: 'organizations.read',
  },
  'organizations.access_review': { prepare: (world) => ({ params: { org_id: world.org_id } }) },
  'organizations.settings': { prepare: (world) => ({ params: { org_id: world.org_id } }) },
  'organizations.update_settings': {
    prepare: (world) => ({ params: { org_id: world.org_id }, body: { audit_retention_days: days() } }),
    subject: 'organizations.settings',
  },
  'organizations.update_settings_put': {
    prepare: (world) => ({ params: { org_id: world.org_id }, body: { audit_retention_days: days() } }),
    subject: 'organizations.settings',
  },
}

let last = 1000
const days = () => ++last
