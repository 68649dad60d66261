import { expectStatus } from '../../support/client.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type Fixture } from '../fixtures.ts'
import { createIntakeTask, insertMember, createTeam } from './create.ts'

const toPrepared = ({ team_id }: { team_id: string }): Prepared => ({ params: { team_id } })
const prepareSharedTeam = async (fixture: Fixture): Promise<Prepared> => toPrepared(await fixture.team())
const prepareNewTeam = async (fixture: Fixture): Promise<Prepared> => toPrepared(await createTeam(fixture))
const prepareUpdate = async (fixture: Fixture): Promise<Prepared> => ({
  ...(await prepareSharedTeam(fixture)),
  body: { description: buildUniqueName('Described') },
})

async function addMember(fixture: Fixture): Promise<Prepared> {
  const { team_id } = await fixture.team()
  const { user_id } = await insertMember(fixture)
  await create(fixture.lead, `/v1/teams/${team_id}/members`, { user_id })
  return { params: { team_id, user_id } }
}

const toOwner = async (fixture: Fixture): Promise<Prepared> => ({
  ...(await addMember(fixture)),
  body: { team_role: 'owner' },
})

let day = Date.parse('2027-01-01')
function takeFreeDays() {
  const start_date = new Date(day).toISOString().slice(0, 10)
  day += 86_400_000
  return { start_date, end_date: start_date }
}

const buildAbsence = async (fixture: Fixture) => ({ user_id: fixture.editor.userId, ...takeFreeDays() })

async function createAbsence(fixture: Fixture): Promise<Prepared> {
  const { team_id } = await fixture.team()
  const created = await fixture.owner.post(`/v1/teams/${team_id}/availability`, { body: await buildAbsence(fixture) })
  const { entry_id } = expectStatus(created, 201)
  return { params: { team_id, entry_id }, etag: created.headers.etag! }
}
const prepareNote = async (fixture: Fixture): Promise<Prepared> => ({
  ...(await createAbsence(fixture)),
  body: { note: buildUniqueName('Note') },
})

export const calls: Calls = {
  'teams.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture) => createTeam(fixture),
  },
  'teams.create': {
    prepare: (fixture) => ({ body: { org_id: fixture.org_id, name: buildUniqueName('Team') } }),
    references: async (fixture) => ({ member_user_ids: [fixture.editor.userId] }),
  },
  'teams.read': { prepare: prepareSharedTeam },
  'teams.update': { prepare: prepareUpdate, subject: 'teams.read' },
  'teams.replace': { prepare: prepareUpdate, subject: 'teams.read' },
  'teams.delete': { prepare: prepareNewTeam, subject: 'teams.read' },
  'teams.list_tasks': {
    prepare: prepareSharedTeam,
    createAnotherRow: (fixture, _, i) =>
      createIntakeTask(fixture, { title: `Same ${i % 4}`, ...(i % 2 && { priority: 'high' }) }),
  },
  'teams.list_members': { prepare: prepareSharedTeam, createAnotherRow: (fixture) => addMember(fixture) },
  'teams.add_member': {
    prepare: async (fixture) => ({
      ...(await prepareSharedTeam(fixture)),
      body: { user_id: (await insertMember(fixture)).user_id },
    }),
    subject: 'teams.read',
  },
  'teams.update_member': { prepare: toOwner, subject: 'teams.read' },
  'teams.replace_member': { prepare: toOwner, subject: 'teams.read' },
  'teams.remove_member': { prepare: addMember, subject: 'teams.read' },
  'availability.range': {
    prepare: async (fixture) => ({
      ...(await prepareSharedTeam(fixture)),
      query: { from: '2027-01-01', to: '2027-03-01' },
    }),
  },
  'availability.create': {
    prepare: async (fixture) => ({ ...(await prepareSharedTeam(fixture)), body: await buildAbsence(fixture) }),
    subject: 'teams.read',
  },
  'availability.update': { prepare: prepareNote, subject: 'availability.create' },
  'availability.update_put': { prepare: prepareNote, subject: 'availability.create' },
  'availability.delete': { prepare: createAbsence, subject: 'availability.create' },
}
