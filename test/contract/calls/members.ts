import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../world.ts'
import { designated, newMember } from './make.ts'

const someone = async (world: World): Promise<Prepared> => ({
  params: { user_id: (await newMember(world)).user_id, org_id: world.org_id },
})
const toAdmin = async (world: World): Promise<Prepared> => ({
  ...(await someone(world)),
  body: { role: 'admin' },
})

let last = 0
const address = () => `person-${++last}@example.com`

async function invited(world: World, email = address()): Promise<Prepared> {
  const { id } = await create(world.owner, '/v1/organization-invites', { org_id: world.org_id, email })
  return { params: { invite_id: id } }
}

/** Creates a pending invitation for its recipient. */
async function toAnswer(world: World): Promise<Prepared> {
  const name = fresh('invited').replace(' ', '-')
  const as = await world.app.session(name)
  return { ...(await invited(world, `${name}@dev.invalid`)), as }
}

const changed = async (world: World): Promise<Prepared> => ({
  ...(await invited(world)),
  body: { role: 'admin' },
})

export const calls: Calls = {
  'me.read': { prepare: () => ({}) },
  'organization-members.list': {
    prepare: (world) => ({ params: { org_id: world.org_id } }),
    another: (world) => newMember(world),
  },
  'organization-members.read': { prepare: someone },
  'organization-members.update': {
    prepare: toAdmin,
    references: designated,
    subject: 'organization-members.read',
  },
  'organization-members.replace': { prepare: toAdmin, subject: 'organization-members.read' },
  'organization-members.delete': { prepare: someone, subject: 'organization-members.read' },
  'organization-invites.create': {
    prepare: (world) => ({ body: { org_id: world.org_id, email: address(), role: 'member' } }),
    references: designated,
  },
  'organization-invites.list': {
    prepare: (world) => ({ params: { org_id: world.org_id } }),
    another: (world) => invited(world),
  },
  'organization-invites.mine': {
    prepare: async (world) => ({ as: await world.app.session('often-invited') }),
    another: async (world) => {
      const { org_id } = await create(world.owner, '/v1/organizations', { name: fresh('Inviting') })
      await create(world.owner, '/v1/organization-invites', { org_id, email: 'often-invited@dev.invalid' })
    },
  },
  'organization-invites.read': { prepare: (world) => invited(world) },
  'organization-invites.update': {
    prepare: changed,
    references: designated,
    subject: 'organization-invites.read',
  },
  'organization-invites.update_put': { prepare: changed, subject: 'organization-invites.read' },
  'organization-invites.delete': { prepare: (world) => invited(world), subject: 'organization-invites.read' },
  'organization-invites.resend': {
    prepare: async (world) => {
      const prepared = await invited(world)
      world.app.clock.advance(5)
      return prepared
    },
    subject: 'organization-invites.read',
  },
  'organization-invites.accept': { prepare: toAnswer, subject: 'organization-invites.read' },
  'organization-invites.reject': { prepare: toAnswer, subject: 'organization-invites.read' },
}
