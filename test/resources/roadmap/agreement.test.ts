import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createTokenClient } from '../../support/factories.ts'
import {
  insertOrganizationModel,
  insertRows,
  names,
  buildRule,
  organizationModels,
  type OrganizationModel,
} from '../tasks/arbitraries.ts'

/** Compares the tasks and counts of roadmaps with the rule, for every kind of caller. */

const app = await startApp()
const people = await Promise.all(names.map((name) => app.signIn(name)))

/** One stop per project and one milestone per team: the team of each project and the target of each task. */
const drawings = fc.record({
  teams: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 4, maxLength: 4 }),
  /** The project whose stop has the milestone of each team; it counts if the project is in the team. */
  pins: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }),
  tasks: fc.array(
    fc.record({
      /** The stop of its own project, or of the next one, left over from an earlier move. */
      filed: fc.constantFrom(null, 0, 0, 1, 1),
      milestone: fc.option(fc.integer({ min: 0, max: 1 })),
      is_subtask: fc.boolean(),
      status: fc.constantFrom('completed', 'blocked'),
    }),
    { minLength: 16, maxLength: 16 },
  ),
})
type ExpectedRoadmap = typeof drawings extends fc.Arbitrary<infer D> ? D : never

async function createRoadmap(model: OrganizationModel, { teams, pins, tasks }: ExpectedRoadmap) {
  const built = await insertOrganizationModel(app, people, model)
  const { org_id, projectIds, taskIds, teamIds } = built
  const times = { created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' }
  const buildId = (prefix: string, i: number) => `${prefix}${org_id.slice(-12)}${i}`
  for (const [p, project_id] of projectIds.entries())
    await app.sql('UPDATE projects SET team_id = $3 WHERE org_id = $1 AND project_id = $2', [
      org_id,
      project_id,
      teamIds[teams[p]!],
    ])
  const at = projectIds.map((project_id, p) => ({ org_id, project_id, ...times, stop_id: buildId('ST', p) }))
  const lines = projectIds.map((project_id, p) => ({ org_id, project_id, ...times, journey_id: buildId('J', p) }))
  await insertRows(
    app,
    'journeys',
    lines.map((line) => ({ ...line, name: 'North', color: 'blue', position: 1 })),
  )
  await insertRows(
    app,
    'stops',
    at.map((stop) => ({ ...stop, title: 'Pier', title_key: 'pier' })),
  )
  await insertRows(
    app,
    'journey_stops',
    at.map(({ stop_id }, p) => ({ org_id, journey_id: lines[p]!.journey_id, stop_id, position: 1 })),
  )
  const pinnedTo = pins.map((p, team) => (teams[p] === team ? p : null))
  await insertRows(
    app,
    'milestones',
    teamIds.map((team_id, i) => ({
      org_id,
      team_id,
      milestone_id: buildId('MS', i),
      title: `m${i}`,
      title_key: `m${i}`,
      target_date: '2026-11-30',
      stop_id: at[pins[i]!]!.stop_id,
      ...times,
    })),
  )
  for (const [t, { milestone, is_subtask, status }] of tasks.entries())
    await app.sql('UPDATE tasks SET milestone_id = $2, is_subtask = $3, status = $4 WHERE task_id = $1', [
      taskIds[t],
      milestone === null ? null : buildId('MS', milestone),
      is_subtask,
      status,
    ])
  await insertRows(
    app,
    'stop_tasks',
    tasks.flatMap(({ filed }, t) => {
      const { project } = model.tasks[t]!
      if (filed === null || project < 0) return []
      return [{ org_id, stop_id: at[(project + filed) % at.length]!.stop_id, task_id: taskIds[t] }]
    }),
  )
  return { org_id, projectIds, teamIds, pinnedTo, stopIds: at.map(({ stop_id }) => stop_id) }
}

interface ShownNotification {
  project_id: string
  journeys: { stops: { done: number; total: number; milestone_ids: string[] }[] }[]
}
const listShown = async (client: Client, path: string, query = {}): Promise<unknown[]> =>
  (expectStatus(await client.get(path, { query }), 200).projects as ShownNotification[]).map((one) => {
    const [stop] = one.journeys[0]!.stops
    return [one.project_id, stop!.done, stop!.total, stop!.milestone_ids.length]
  })

async function checkAgreement(model: OrganizationModel, drawing: ExpectedRoadmap): Promise<void> {
  const { org_id, projectIds, teamIds, pinnedTo, stopIds } = await createRoadmap(model, drawing)
  for (const n of names.keys())
    for (const limit of [null, model.limits[n]!]) {
      const project_ids = limit?.map((p) => projectIds[p]!)
      const client = project_ids ? await createTokenClient(people[n]!, org_id, { project_ids }) : people[n]!
      const who = `${names[n]} ${limit ? `limited to ${limit}` : 'session'}`
      const { readsTask, readsProject } = buildRule(model, n, limit)
      const expected = [...projectIds.keys()].filter(readsProject).map((p) => {
        const counted = drawing.tasks.filter(({ filed, milestone }, t) => {
          const direct = filed === 0 && model.tasks[t]!.project === p
          return readsTask(t) && (direct || (milestone !== null && pinnedTo[milestone] === p))
        })
        const done = counted.filter(({ status }) => status === 'completed').length
        const pinned = pinnedTo.filter((one) => one === p).length
        return { p, row: [projectIds[p], done, counted.length, pinned] }
      })
      // The tasks that a stop counts are those that its filter finds; a hidden stop has none.
      for (const [p, stop] of stopIds.entries()) {
        const query = { org_id, 'filter[stop]': stop }
        const { count } = expectStatus(await client.get('/v1/tasks/count', { query }), 200)
        expect([who, p, count]).toEqual([who, p, expected.find((one) => one.p === p)?.row[2] ?? 0])
      }
      const listRows = (of = expected) => of.map(({ row }) => row)
      expect([who, await listShown(client, '/v1/roadmap', { org_id })]).toEqual([who, listRows()])
      for (const { p, row } of expected)
        expect([who, await listShown(client, `/v1/projects/${projectIds[p]}/roadmap`)]).toEqual([who, [row]])
      for (const [team, team_id] of teamIds.entries()) {
        const role = n === 0 ? 'owner' : model.roles[n - 1]!
        const path = `/v1/teams/${team_id}/roadmap`
        if (role === 'guest' && !model.teams[team]![n]) expectStatus(await client.get(path), 404)
        else {
          const ofTeam = listRows(expected.filter(({ p }) => drawing.teams[p] === team))
          expect([who, await listShown(client, path)]).toEqual([who, ofTeam])
        }
      }
    }
}

it('stops count the tasks that the caller can read, each once', { timeout: 600_000 }, async () => {
  await fc.assert(fc.asyncProperty(organizationModels, drawings, checkAgreement), {
    numRuns: Number(process.env.WORLD_RUNS ?? 12),
    endOnFailure: false,
    interruptAfterTimeLimit: 500_000,
  })
})
