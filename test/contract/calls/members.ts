import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../fixtures.ts'
import { newReferences, newMember } from './create.ts'

const prepareMember = async (world: World): Promise<Prepared> => ({
  params: { user_id: (await newMember(world)).user_id, org_id: world.org_id },
})
const toAdmin = async (world: World): Promise<Prepared> => ({
  ...(await prepareMember(world)),
  body: { role: 'admin' },
})

let last = 0
const newEmail = () => `person-${++last}@example.com`

async function createInvite(world: World, email = newEmail()): Promise<Prepared> {
  const { id } = await create(world.owner, '/v1/organization-invites', { org_id: world.org_id, email })
  return { params: { invite_id: id } }
}

async function toAnswer(world: World): Promise<Prepared> {
  const name = fresh('invited').replace(' ', '-')
  const as = await world.app.signIn(name)
  return { ...(await createInvite(world, `${name}@dev.invalid`)), as }
}

const prepareUpdate = async (world: World): Promise<Prepared> => ({
  ...(await createInvite(world)),
  body: { role: 'admin' },
})

export const calls: Calls = {
  'me.read': { prepare: () => ({}) },
  'organization-members.list': {
    prepare: (world) => ({ params: { org_id: world.org_id } }),
    another: (world) => newMember(world),
  },
  'organization-members.read': { prepare: prepareMember },
  'organization-members.update': {
    prepare: toAdmin,
    references: newReferences,
    subject: 'organization-members.read',
  },
  'organization-members.replace': { prepare: toAdmin, subject: 'organization-members.read' },
  'organization-members.delete': { prepare: prepareMember, subject: 'organization-members.read' },
  'organization-invites.create': {
    prepare: (world) => ({ body: { org_id: world.org_id, email: newEmail(), role: 'member' } }),
    references: newReferences,
  },
  'organization-invites.list': {
    prepare: (world) => ({ params: { org_id: world.org_id } }),
    another: (world) => createInvite(world),
  },
  'organization-invites.mine': {
    prepare: async (world) => ({ as: await world.app.signIn('often-invited') }),
    another: async (world) => {
      const { org_id } = await create(world.owner, '/v1/organizations', { name: fresh('Inviting') })
      await create(world.owner, '/v1/organization-invites', { org_id, email: 'often-invited@dev.invalid' })
    },
  },
  'organization-invites.read': { prepare: (world) => createInvite(world) },
  'organization-invites.update': {
    prepare: prepareUpdate,
    references: newReferences,
    subject: 'organization-invites.read',
  },
  'organization-invites.update_put': { prepare: prepareUpdate, subject: 'organization-invites.read' },
  'organization-invites.delete': { prepare: (world) => createInvite(world), subject: 'organization-invites.read' },
  'organization-invites.resend': {
    prepare: async (world) => {
      const prepared = await createInvite(world)
      world.app.clock.advance(5)
      return prepared
    },
    subject: 'organization-invites.read',
  },
  'organization-invites.accept': { prepare: toAnswer, subject: 'organization-invites.read' },
  'organization-invites.reject': { prepare: toAnswer, subject: 'organization-invites.read' },
}
