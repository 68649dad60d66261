import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type Fixture } from '../fixtures.ts'
import { createReferences, createTask, insertMember } from './create.ts'

const prepareMember = async (fixture: Fixture): Promise<Prepared> => ({
  params: { user_id: (await insertMember(fixture)).user_id, org_id: fixture.org_id },
})
const toAdmin = async (fixture: Fixture): Promise<Prepared> => ({
  ...(await prepareMember(fixture)),
  body: { role: 'admin' },
})

let last = 0
const generateEmail = () => `person-${++last}@example.com`

async function createInvite(fixture: Fixture, email = generateEmail()): Promise<Prepared> {
  const { id } = await create(fixture.owner, '/v1/organization-invites', { org_id: fixture.org_id, email })
  return { params: { invite_id: id } }
}

async function toAnswer(fixture: Fixture): Promise<Prepared> {
  const name = buildUniqueName('invited').replace(' ', '-')
  const as = await fixture.app.signIn(name)
  return { ...(await createInvite(fixture, `${name}@dev.invalid`)), as }
}

const prepareUpdate = async (fixture: Fixture): Promise<Prepared> => ({
  ...(await createInvite(fixture)),
  body: { role: 'admin' },
})

export const calls: Calls = {
  'me.read': { prepare: () => ({}) },
  'organization-members.list': {
    prepare: (fixture) => ({ params: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture) => insertMember(fixture),
  },
  'organization-members.read': { prepare: prepareMember },
  'organization-members.update': {
    prepare: toAdmin,
    references: createReferences,
    subject: 'organization-members.read',
  },
  'organization-members.replace': { prepare: toAdmin, subject: 'organization-members.read' },
  'organization-members.delete': { prepare: prepareMember, subject: 'organization-members.read' },
  'organization-members.hand_over': {
    prepare: async (fixture) => {
      const { user_id, username } = await insertMember(fixture)
      await createTask(fixture, { assignee: username })
      return { params: { user_id, org_id: fixture.org_id }, body: { to: fixture.editor.username } }
    },
    subject: 'organization-members.read',
    mayEmitNothing: true,
  },
  'organization-invites.create': {
    prepare: (fixture) => ({ body: { org_id: fixture.org_id, email: generateEmail(), role: 'member' } }),
    references: createReferences,
  },
  'organization-invites.list': {
    prepare: (fixture) => ({ params: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture) => createInvite(fixture),
  },
  'organization-invites.mine': {
    prepare: async (fixture) => ({ as: await fixture.app.signIn('often-invited') }),
    createAnotherRow: async (fixture) => {
      const { org_id } = await create(fixture.owner, '/v1/organizations', { name: buildUniqueName('Inviting') })
      await create(fixture.owner, '/v1/organization-invites', { org_id, email: 'often-invited@dev.invalid' })
    },
  },
  'organization-invites.read': { prepare: (fixture) => createInvite(fixture) },
  'organization-invites.update': {
    prepare: prepareUpdate,
    references: createReferences,
    subject: 'organization-invites.read',
  },
  'organization-invites.update_put': { prepare: prepareUpdate, subject: 'organization-invites.read' },
  'organization-invites.delete': { prepare: (fixture) => createInvite(fixture), subject: 'organization-invites.read' },
  'organization-invites.resend': {
    prepare: async (fixture) => {
      const prepared = await createInvite(fixture)
      fixture.app.clock.advance(5)
      return prepared
    },
    subject: 'organization-invites.read',
  },
  'organization-invites.accept': { prepare: toAnswer, subject: 'organization-invites.read' },
  'organization-invites.reject': { prepare: toAnswer, subject: 'organization-invites.read' },
}
