import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../world.ts'
import { newIntakeTask, newMember, newTeam } from './make.ts'

const of = ({ team_id }: { team_id: string }): Prepared => ({ params: { team_id } })
const shared = async (world: World): Promise<Prepared> => of(await world.team())
const own = async (world: World): Promise<Prepared> => of(await newTeam(world))
const described = async (world: World): Promise<Prepared> => ({
  ...(await shared(world)),
  body: { description: fresh('Described') },
})

/** A member just added to the shared team. */
async function added(world: World): Promise<Prepared> {
  const { team_id } = await world.team()
  const { user_id } = await newMember(world)
  await create(world.lead, `/v1/teams/${team_id}/members`, { user_id })
  return { params: { team_id, user_id } }
}

const toOwner = async (world: World): Promise<Prepared> => ({
  ...(await added(world)),
  body: { team_role: 'owner' },
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
  'teams.read': { prepare: shared },
  'teams.update': { prepare: described, subject: 'teams.read' },
  'teams.replace': { prepare: described, subject: 'teams.read' },
  'teams.delete': { prepare: own, subject: 'teams.read' },
  'teams.list_tasks': {
    prepare: shared,
    another: (world, _, i) =>
      newIntakeTask(world, { title: `Same ${i % 4}`, ...(i % 2 && { priority: 'high' }) }),
  },
  'teams.list_members': { prepare: shared, another: (world) => added(world) },
  'teams.add_member': {
    prepare: async (world) => ({
      ...(await shared(world)),
      body: { user_id: (await newMember(world)).user_id },
    }),
  },
  'teams.update_member': { prepare: toOwner, subject: 'teams.read' },
  'teams.replace_member': { prepare: toOwner, subject: 'teams.read' },
  'teams.remove_member': { prepare: added, subject: 'teams.read' },
}
