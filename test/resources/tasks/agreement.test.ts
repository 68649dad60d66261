import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createTokenClient } from '../../support/factories.ts'
import { readTask, listTasks, type Task } from './requests.ts'
import {
  insertOrganizationModel,
  listLinks,
  names,
  buildRule,
  organizationModels,
  type OrganizationModel,
} from './arbitraries.ts'

/** Compares list visibility (SQL), single reads (code) and an independent rule, over random organizations. */

let app: TestApp
let people: Client[]

beforeAll(async () => {
  app = await startApp()
  people = await Promise.all(names.map((name) => app.signIn(name)))
})

/** Counts rows by assignee. */
function countByAssignee(rows: Task[]) {
  const groups = new Map<string | null, number>()
  for (const { assignee } of rows) groups.set(assignee, (groups.get(assignee) ?? 0) + 1)
  const toSortName = (key: string | null) => key ?? '~'
  const compareCounts = ([a, n]: [string | null, number], [b, m]: [string | null, number]) =>
    m - n || (toSortName(a) < toSortName(b) ? -1 : 1)
  return {
    count: rows.length,
    groups: [...groups].toSorted(compareCounts).map(([key, count]) => ({ key, count })),
  }
}

async function checkAgreement(model: OrganizationModel): Promise<void> {
  const { org_id, taskIds, projectIds } = await insertOrganizationModel(app, people, model)
  for (const n of names.keys())
    for (const limit of [null, model.limits[n]!]) {
      const client = limit
        ? await createTokenClient(people[n]!, org_id, { project_ids: limit.map((p) => projectIds[p]!) })
        : people[n]!
      const { readsTask, edits, readsProject } = buildRule(model, n, limit)
      const who = `${names[n]} ${limit ? `limited to ${limit}` : 'session'}`
      const rows = new Map((await listTasks(client, { org_id })).map((row) => [row.task_id, row]))
      const visible = [...taskIds.keys()].filter(readsTask)
      const query = { org_id, group_by: 'assignee' }
      const counted = expectStatus(await client.get('/v1/tasks/count', { query }), 200)
      expect([who, counted]).toEqual([who, countByAssignee([...rows.values()])])
      expect([who, [...rows.keys()].toSorted()]).toEqual([who, visible.map((t) => taskIds[t]).toSorted()])
      for (const [t, id] of taskIds.entries()) {
        if (!readsTask(t)) {
          expect([who, id, (await client.get(`/v1/tasks/${id}`)).status]).toEqual([who, id, 404])
          continue
        }
        const dependencies = listLinks(model, t)
          .filter(readsTask)
          .map((other) => taskIds[other])
        const expected = { dependencies, has_access: true, has_edit_access: edits(t) }
        expect([who, await readTask(client, id)]).toMatchObject([who, expected])
        expect([who, rows.get(id)]).toMatchObject([who, expected])
      }
      for (const [p, project_id] of projectIds.entries()) {
        const reply = await client.get('/v1/tasks', { query: { project_id } })
        expect([who, p, reply.status]).toEqual([who, p, readsProject(p) ? 200 : 404])
        if (!readsProject(p)) continue
        const blanks = await listTasks(client, { project_id, include_inaccessible: true })
        const inside = [...taskIds.keys()].filter((t) => model.tasks[t]!.project === p && !model.tasks[t]!.deleted)
        expect([who, blanks.map((row) => [row.task_id, row.has_access]).toSorted()]).toEqual([
          who,
          inside.map((t) => [taskIds[t], readsTask(t)]).toSorted(),
        ])
        const stats = await client.get(`/v1/project-stats/${project_id}/stats`)
        expect([who, stats.body.tasks_total]).toEqual([who, inside.filter(readsTask).length])
      }
    }
}

it('lists, single reads, blank rows and counts agree on visibility', { timeout: 600_000 }, async () => {
  await fc.assert(fc.asyncProperty(organizationModels, checkAgreement), {
    numRuns: Number(process.env.WORLD_RUNS ?? 6),
    endOnFailure: false,
    interruptAfterTimeLimit: 500_000,
  })
})
