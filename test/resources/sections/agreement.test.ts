import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createTokenClient } from '../../support/factories.ts'
import { listTasks } from '../tasks/requests.ts'
import {
  insertOrganizationModel,
  names,
  buildRule,
  organizationModels,
  type OrganizationModel,
} from '../tasks/arbitraries.ts'
import { getSections } from './requests.ts'

/** Compares the counts of sections, the lists filtered by them and the rule, over random organizations. */

let app: TestApp
let people: Client[]

beforeAll(async () => {
  app = await startApp()
  people = await Promise.all(names.map((name) => app.signIn(name)))
})

/** Scopes of sections: projects (0 to 3), teams (4 to 7) and users (8 to 12). */
const scopeCount = 13
const placings = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: scopeCount - 1 }), { maxLength: 5 }), {
  minLength: 16,
  maxLength: 16,
})

type Kind = 'project' | 'team' | 'user'
const toScopeKind = (h: number): Kind => (h < 4 ? 'project' : h < 8 ? 'team' : 'user')

async function checkAgreement([world, placing]: [OrganizationModel, number[][]]): Promise<void> {
  const { org_id, taskIds, projectIds, teamIds } = await insertOrganizationModel(app, people, world)
  const scopeIds = [...projectIds, ...teamIds, ...people.map((one) => one.username)]
  const sectionIds = scopeIds.map((_, h) => `SE${org_id.slice(-12)}${h}`)
  for (const [h, scope_id] of scopeIds.entries())
    await app.sql(
      `INSERT INTO sections (org_id, section_id, scope_type, scope_id, name, name_key, position, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 's', 's', 1, now(), now())`,
      [org_id, sectionIds[h], toScopeKind(h), scope_id],
    )
  for (const [t, at] of placing.entries())
    for (const h of at)
      await app.sql(
        `INSERT INTO task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
         VALUES ($1, $2, $3, $4, $5, 1)`,
        [org_id, toScopeKind(h), scopeIds[h], taskIds[t], sectionIds[h]],
      )
  for (const n of names.keys())
    for (const limit of [null, world.limits[n]!]) await checkAgreementFor(world, placing, n, limit)

  async function checkAgreementFor(
    model: OrganizationModel,
    placing: number[][],
    n: number,
    limit: number[] | null,
  ): Promise<void> {
    const client = limit
      ? await createTokenClient(people[n]!, org_id, { project_ids: limit.map((p) => projectIds[p]!) })
      : people[n]!
    const { readsTask, readsProject } = buildRule(model, n, limit)
    const guest = n > 0 && model.roles[n - 1] === 'guest'
    const canReadContainer = (h: number): boolean => {
      if (h < 4) return readsProject(h)
      return h < 8 ? !guest || model.teams[h - 4]![n]! : h - 8 === n
    }
    /** Returns whether the task is still in the container, so that its section counts. */
    const isInContainer = (t: number, h: number): boolean => {
      const { project, team } = model.tasks[t]!
      return placing[t]!.includes(h) && (h < 4 ? project === h : h < 8 ? team === h - 4 : true)
    }
    const listTasksInContainer = (h: number): string[] =>
      [...taskIds.keys()]
        .filter((t) => readsTask(t) && isInContainer(t, h))
        .map((t) => taskIds[t]!)
        .toSorted()
    const listTaskIds = async (query: Record<string, string>) =>
      (await listTasks(client, { org_id, ...query })).map((row) => row.task_id).toSorted()
    const who = `${names[n]} ${limit ? `limited to ${limit}` : 'session'}`
    for (const [h, id] of sectionIds.entries()) {
      const reply = await client.get(`/v1/sections/${id}`)
      expect([who, h, reply.status]).toEqual([who, h, canReadContainer(h) ? 200 : 404])
      const expected = canReadContainer(h) ? listTasksInContainer(h) : []
      expect([who, h, await listTaskIds({ 'filter[section]': id })]).toEqual([who, h, expected])
      if (canReadContainer(h)) expect([who, h, reply.body.task_count]).toEqual([who, h, expected.length])
    }
    for (const kind of ['project', 'team'] as const) {
      const of = [...scopeIds.keys()].filter((h) => toScopeKind(h) === kind)
      const scope_ids = of.map((h) => scopeIds[h]!).toReversed()
      const { scopes, data } = expectStatus(await getSections(client, org_id, { scope_type: kind, scope_ids }), 200)
      const readable = of.filter(canReadContainer).toReversed()
      expect([who, scopes.map((one: { scope_id: string }) => one.scope_id)]).toEqual([
        who,
        readable.map((h) => scopeIds[h]),
      ])
      expect(data.map((row: { task_count: number }) => row.task_count)).toEqual(
        readable.map((h) => listTasksInContainer(h).length),
      )
    }
    const readable = [...scopeIds.keys()].filter(canReadContainer)
    const nowhere = [...taskIds.keys()].filter((t) => readsTask(t) && !readable.some((h) => isInContainer(t, h)))
    expect([who, await listTaskIds({ 'filter[section]': '__none__' })]).toEqual([
      who,
      nowhere.map((t) => taskIds[t]).toSorted(),
    ])
    for (const row of await listTasks(client, { org_id, section_scope: 'own' })) {
      const t = taskIds.indexOf(row.task_id)
      const { project, team } = model.tasks[t]!
      const own = project >= 0 ? project : team >= 0 ? team + 4 : n + 8
      expect([who, t, row.section_id]).toEqual([
        who,
        t,
        canReadContainer(own) && isInContainer(t, own) ? sectionIds[own] : null,
      ])
    }
  }
}

it('counts, filters, scopes and positions agree with the visibility rule', { timeout: 600_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.tuple(organizationModels, placings), checkAgreement), {
    numRuns: Number(process.env.WORLD_RUNS ?? 2),
    endOnFailure: false,
    interruptAfterTimeLimit: 500_000,
  })
})
