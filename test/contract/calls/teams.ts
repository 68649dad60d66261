import { expectStatus } from '../../support/client.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../fixtures.ts'
import { newIntakeTask, newMember, newTeam } from './create.ts'

const of = ({ team_id }: { team_id: string }): Prepared => ({ params: { team_id } })
const prepareSharedTeam = async (world: World): Promise<Prepared> => of(await world.team())
const prepareNewTeam = async (world: World): Promise<Prepared> => of(await newTeam(world))
const prepareUpdate = async (world: World): Promise<Prepared> => ({
  ...(await prepareSharedTeam(world)),
  body: { description: fresh('Described') },
})

async function addMember(world: World): Promise<Prepared> {
  const { team_id } = await world.team()
  const { user_id } = await newMember(world)
  await create(world.lead, `/v1/teams/${team_id}/members`, { user_id })
  return { params: { team_id, user_id } }
}

const toOwner = async (world: World): Promise<Prepared> => ({
  ...(await addMember(world)),
  body: { team_role: 'owner' },
})

let day = Date.parse('2027-01-01')
function nextFreeDays() {
  const start_date = new Date(day).toISOString().slice(0, 10)
  day += 86_400_000
  return { start_date, end_date: start_date }
}

const away = async (world: World) => ({ user_id: world.editor.userId, ...nextFreeDays() })

async function createAbsence(world: World): Promise<Prepared> {
  const { team_id } = await world.team()
  const made = await world.owner.post(`/v1/teams/${team_id}/availability`, { body: await away(world) })
  const { entry_id } = expectStatus(made, 201)
  return { params: { team_id, entry_id }, etag: made.headers.etag! }
}
const prepareNote = async (world: World): Promise<Prepared> => ({
  ...(await createAbsence(world)),
  body: { note: fresh('Note') },
})

export const calls: Calls = {
  'teams.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world) => newTeam(world),
  },
  'teams.create': {
    prepare: (world) => ({ body: { org_id: world.org_id, name: fresh('Team') } }),
    references: async (world) => ({ member_user_ids: [world.editor.userId] }),
  },
  'teams.read': { prepare: prepareSharedTeam },
  'teams.update': { prepare: prepareUpdate, subject: 'teams.read' },
  'teams.replace': { prepare: prepareUpdate, subject: 'teams.read' },
  'teams.delete': { prepare: prepareNewTeam, subject: 'teams.read' },
  'teams.list_tasks': {
    prepare: prepareSharedTeam,
    another: (world, _, i) => newIntakeTask(world, { title: `Same ${i % 4}`, ...(i % 2 && { priority: 'high' }) }),
  },
  'teams.list_members': { prepare: prepareSharedTeam, another: (world) => addMember(world) },
  'teams.add_member': {
    prepare: async (world) => ({
      ...(await prepareSharedTeam(world)),
      body: { user_id: (await newMember(world)).user_id },
    }),
    subject: 'teams.read',
  },
  'teams.update_member': { prepare: toOwner, subject: 'teams.read' },
  'teams.replace_member': { prepare: toOwner, subject: 'teams.read' },
  'teams.remove_member': { prepare: addMember, subject: 'teams.read' },
  'availability.range': {
    prepare: async (world) => ({
      ...(await prepareSharedTeam(world)),
      query: { from: '2027-01-01', to: '2027-03-01' },
    }),
  },
  'availability.create': {
    prepare: async (world) => ({ ...(await prepareSharedTeam(world)), body: await away(world) }),
    subject: 'teams.read',
  },
  'availability.update': { prepare: prepareNote, subject: 'availability.create' },
  'availability.update_put': { prepare: prepareNote, subject: 'availability.create' },
  'availability.delete': { prepare: createAbsence, subject: 'availability.create' },
}
