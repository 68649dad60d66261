import type { Calls, Prepared } from '../call.ts'
import { fresh, type World } from '../fixtures.ts'
import { newMilestone, newSprint, newTask } from './create.ts'

const prepareTeam = async (world: World): Promise<Prepared> => ({
  params: { team_id: (await world.team()).team_id },
})
const inSprint = ({ team_id, sprint_id }: { team_id: string; sprint_id: string }): Prepared => ({
  params: { team_id, sprint_id },
})
const underMilestone = ({ team_id, milestone_id }: { team_id: string; milestone_id: string }): Prepared => ({
  params: { team_id, milestone_id },
})

async function createSprintWithTask(world: World): Promise<Prepared> {
  const sprint = await newSprint(world)
  await newTask(world, { sprint_id: sprint.sprint_id })
  return inSprint(sprint)
}

async function createMilestoneWithTask(world: World): Promise<Prepared> {
  const milestone = await newMilestone(world)
  await newTask(world, { milestone_id: milestone.milestone_id })
  return underMilestone(milestone)
}

const prepareSprintRename = async (world: World): Promise<Prepared> => ({
  ...inSprint(await newSprint(world)),
  body: { name: fresh('Renamed') },
})
const prepareMilestoneRename = async (world: World): Promise<Prepared> => ({
  ...underMilestone(await newMilestone(world)),
  body: { title: fresh('Renamed') },
})
const day = (i: number) => `2027-01-0${(i % 3) + 1}`

export const calls: Calls = {
  'sprints.list': {
    prepare: prepareTeam,
    another: (world, _, i) => newSprint(world, { start_date: day(i), duration_weeks: (i % 2) + 1 }),
  },
  'sprints.create': {
    prepare: async (world) => ({
      ...(await prepareTeam(world)),
      body: { name: fresh('Sprint'), start_date: '2026-11-16', end_date: '2026-11-29' },
    }),
    subject: 'teams.read',
  },
  'sprints.current': {
    prepare: async (world) => {
      const today = new Date(world.app.clock.now()).toISOString().slice(0, 10)
      await newSprint(world, { start_date: today })
      return prepareTeam(world)
    },
  },
  'sprints.read': { prepare: createSprintWithTask },
  'sprints.burndown': { prepare: createSprintWithTask },
  'sprints.update': { prepare: prepareSprintRename, subject: 'sprints.read' },
  'sprints.update_put': { prepare: prepareSprintRename, subject: 'sprints.read' },
  'sprints.complete': {
    prepare: async (world) => ({
      ...(await createSprintWithTask(world)),
      body: { move_open_to: (await newSprint(world)).sprint_id },
    }),
    subject: 'sprints.read',
  },
  'sprints.delete': { prepare: createSprintWithTask, subject: 'sprints.read' },
  'milestones.list': {
    prepare: prepareTeam,
    another: async (world, _, i) => {
      const { team_id, milestone_id } = await newMilestone(world, { target_date: day(i) })
      if (i % 2)
        await world.owner.patch(`/v1/teams/${team_id}/milestones/${milestone_id}`, {
          body: { status: 'closed' },
        })
    },
  },
  'milestones.create': {
    prepare: async (world) => ({
      ...(await prepareTeam(world)),
      body: { title: fresh('Milestone'), target_date: '2027-03-31' },
    }),
    subject: 'teams.read',
    references: async (world) => ({ owner_user_id: world.editor.userId }),
  },
  'milestones.read': { prepare: createMilestoneWithTask },
  'milestones.update': {
    prepare: prepareMilestoneRename,
    subject: 'milestones.read',
    references: async (world) => ({ owner_user_id: world.editor.userId }),
  },
  'milestones.update_put': { prepare: prepareMilestoneRename, subject: 'milestones.read' },
  'milestones.delete': { prepare: createMilestoneWithTask, subject: 'milestones.read' },
}
