import type { Calls, Prepared } from '../call.ts'
import { buildUniqueName, type Fixture } from '../fixtures.ts'
import { createMilestone, createSprint, createTask } from './create.ts'

const prepareTeam = async (fixture: Fixture): Promise<Prepared> => ({
  params: { team_id: (await fixture.team()).team_id },
})
const toPreparedSprint = ({ team_id, sprint_id }: { team_id: string; sprint_id: string }): Prepared => ({
  params: { team_id, sprint_id },
})
const toPreparedMilestone = ({ team_id, milestone_id }: { team_id: string; milestone_id: string }): Prepared => ({
  params: { team_id, milestone_id },
})

async function createSprintWithTask(fixture: Fixture): Promise<Prepared> {
  const sprint = await createSprint(fixture)
  await createTask(fixture, { sprint_id: sprint.sprint_id })
  return toPreparedSprint(sprint)
}

async function createMilestoneWithTask(fixture: Fixture): Promise<Prepared> {
  const milestone = await createMilestone(fixture)
  await createTask(fixture, { milestone_id: milestone.milestone_id })
  return toPreparedMilestone(milestone)
}

const prepareSprintRename = async (fixture: Fixture): Promise<Prepared> => ({
  ...toPreparedSprint(await createSprint(fixture)),
  body: { name: buildUniqueName('Renamed') },
})
const prepareMilestoneRename = async (fixture: Fixture): Promise<Prepared> => ({
  ...toPreparedMilestone(await createMilestone(fixture)),
  body: { title: buildUniqueName('Renamed') },
})
const buildDate = (i: number) => `2027-01-0${(i % 3) + 1}`

export const calls: Calls = {
  'sprints.list': {
    prepare: prepareTeam,
    createAnotherRow: (fixture, _, i) =>
      createSprint(fixture, { start_date: buildDate(i), duration_weeks: (i % 2) + 1 }),
  },
  'sprints.create': {
    prepare: async (fixture) => ({
      ...(await prepareTeam(fixture)),
      body: { name: buildUniqueName('Sprint'), start_date: '2026-11-16', end_date: '2026-11-29' },
    }),
    subject: 'teams.read',
  },
  'sprints.current': {
    prepare: async (fixture) => {
      const today = new Date(fixture.app.clock.now()).toISOString().slice(0, 10)
      await createSprint(fixture, { start_date: today })
      return prepareTeam(fixture)
    },
  },
  'sprints.read': { prepare: createSprintWithTask },
  'sprints.burndown': { prepare: createSprintWithTask },
  'sprints.update': { prepare: prepareSprintRename, subject: 'sprints.read' },
  'sprints.update_put': { prepare: prepareSprintRename, subject: 'sprints.read' },
  'sprints.complete': {
    prepare: async (fixture) => ({
      ...(await createSprintWithTask(fixture)),
      body: { move_open_to: (await createSprint(fixture)).sprint_id },
    }),
    subject: 'sprints.read',
  },
  'sprints.delete': { prepare: createSprintWithTask, subject: 'sprints.read' },
  'milestones.list': {
    prepare: prepareTeam,
    createAnotherRow: async (fixture, _, i) => {
      const { team_id, milestone_id } = await createMilestone(fixture, { target_date: buildDate(i) })
      if (i % 2)
        await fixture.owner.patch(`/v1/teams/${team_id}/milestones/${milestone_id}`, {
          body: { status: 'closed' },
        })
    },
  },
  'milestones.create': {
    prepare: async (fixture) => ({
      ...(await prepareTeam(fixture)),
      body: { title: buildUniqueName('Milestone'), target_date: '2027-03-31' },
    }),
    subject: 'teams.read',
    references: async (fixture) => ({ owner_user_id: fixture.editor.userId }),
  },
  'milestones.read': { prepare: createMilestoneWithTask },
  'milestones.update': {
    prepare: prepareMilestoneRename,
    subject: 'milestones.read',
    references: async (fixture) => ({ owner_user_id: fixture.editor.userId }),
  },
  'milestones.update_put': { prepare: prepareMilestoneRename, subject: 'milestones.read' },
  'milestones.delete': { prepare: createMilestoneWithTask, subject: 'milestones.read' },
}
