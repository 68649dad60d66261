import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { copyTemplate } from '../support/databases.ts'
import { expectStatus, type Reply } from '../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../support/factories.ts'
import { createRange, chooseSize } from './sizes.ts'
import { listStatuses, startTwoProcesses, type ClientPair } from './two-processes.ts'
import { query } from '../support/sql-text.ts'

const rounds = chooseSize(8, 200)
const timeout = chooseSize(120_000, 1_200_000)
let database: Database
let ada: ClientPair, ben: ClientPair, cleo: ClientPair, dora: ClientPair
let org: string

/** Lists rights of former members, and items without an owner in the organization. */
const inconsistenciesSql = `
  WITH here AS (SELECT user_id, username FROM organization_members WHERE org_id = $1 AND is_active),
  gone AS (SELECT user_id FROM organization_members WHERE org_id = $1 AND deleted_at IS NOT NULL)
  SELECT 'member of ' || project_id AS what FROM project_members
    WHERE org_id = $1 AND deleted_at IS NULL AND user_id IN (SELECT user_id FROM gone)
  UNION ALL SELECT 'member of ' || team_id FROM team_members
    WHERE org_id = $1 AND is_active AND user_id IN (SELECT user_id FROM gone)
  UNION ALL SELECT 'owner of ' || milestone_id FROM milestones
    WHERE org_id = $1 AND owner_user_id IN (SELECT user_id FROM gone)
  UNION ALL SELECT 'named for ' || task_id FROM tasks WHERE org_id = $1
    AND restricted_to_user_ids && ARRAY(SELECT user_id FROM gone)
  UNION ALL SELECT 'open to all: ' || task_id FROM tasks WHERE org_id = $1 AND NOT restricted
    AND title LIKE 'Restricted%'
  UNION ALL SELECT 'unowned ' || project_id FROM projects p WHERE org_id = $1 AND NOT EXISTS (
    SELECT FROM project_members pm JOIN here USING (user_id) WHERE pm.org_id = p.org_id
      AND pm.project_id = p.project_id AND pm.is_active AND pm.project_role = 'owner')
  UNION ALL SELECT 'primary owner of ' || project_id FROM projects p
    WHERE org_id = $1 AND p.owner NOT IN (SELECT username FROM here)
  UNION ALL SELECT 'unowned ' || team_id FROM teams t WHERE org_id = $1 AND NOT EXISTS (
    SELECT FROM team_members tm JOIN here USING (user_id) WHERE tm.org_id = t.org_id
      AND tm.team_id = t.team_id AND tm.is_active AND tm.team_role = 'owner')`

const listInconsistencies = async () =>
  (await query<{ what: string }>(database.db, inconsistenciesSql, [org])).map((row) => row.what)
const findUserId = (person: ClientPair) => person[0].userId!
const remove = (by: ClientPair, through: 0 | 1, member: ClientPair) =>
  by[through].delete(`/v1/organization-members/${findUserId(member)}/${org}`)
const createTeam = async (owner: ClientPair, name: string) =>
  expectStatus(await owner[0].post('/v1/teams', { body: { org_id: org, name } }), 201).team_id as string
const expectAllowed = (replies: Reply[], allowed: number[]) =>
  expect(listStatuses(replies).filter((status) => !allowed.includes(status))).toEqual([])
/** Runs all concurrently, in an order that differs per round. */
const runConcurrently = (round: number, acts: (() => Promise<Reply>)[]) =>
  Promise.all([...acts.slice(round % acts.length), ...acts.slice(0, round % acts.length)].map((action) => action()))

describe.skipIf(!inject('svc').postgresUrl)('concurrent removals in two processes', () => {
  beforeAll(async () => {
    const databaseUrl = await copyTemplate()
    database = await openDatabase({ databaseUrl, dataDir: '', pool: 1 })
    const both = await startTwoProcesses(databaseUrl)
    ;[ada, ben] = [await both('ada'), await both('ben')]
    ;[cleo, dora] = [await both('cleo'), await both('dora')]
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    org = (await createOrganization(ada[0])).org_id
    await addMember(ada[0], org, ben[0], 'admin')
  })

  test('leave a member who is added somewhere concurrently in no container', { timeout }, async () => {
    const { project_id } = await createProject(ada[0], org)
    const other = (await createProject(ada[0], org)).project_id
    const third = (await createProject(ada[0], org)).project_id
    const team = await createTeam(ada, 'Standing')
    for (const round of createRange(rounds)) {
      await addMember(ada[0], org, cleo[0])
      const restricted = { org_id: org, project_id, title: 'Restricted', restricted_to: ['cleo'] }
      const named = { org_id: org, name: 'Named', owner: 'cleo' }
      const replies = await runConcurrently(round, [
        () => remove(ben, 0, cleo),
        () => ada[1].post('/v1/project-members', { body: { project_id, user_id: findUserId(cleo), role: 'owner' } }),
        () => ada[0].patch(`/v1/projects/${other}`, { body: { owner: 'cleo' } }),
        () => ada[1].patch(`/v1/projects/${third}`, { body: { team_members: ['cleo'] } }),
        () => ada[0].post(`/v1/teams/${team}/members`, { body: { user_id: findUserId(cleo), team_role: 'owner' } }),
        () => ada[1].post('/v1/projects', { body: named }),
        () => cleo[1].post('/v1/projects', { body: { org_id: org, name: 'Own' } }),
        () => cleo[0].post('/v1/teams', { body: { org_id: org, name: `Own ${round}` } }),
        () => ada[1].post('/v1/tasks', { body: restricted }),
      ])
      expectAllowed(replies, [200, 201, 403, 409, 422])
      expect(await listInconsistencies()).toEqual([])
      const gone = await ada[1].get(`/v1/organization-members/${findUserId(cleo)}/${org}`)
      expect(gone.status).toBe(404)
    }
  })

  test('leave a member nothing that is reassigned concurrently', { timeout }, async () => {
    for (const round of createRange(rounds)) {
      for (const person of [cleo, dora]) await addMember(ada[0], org, person[0])
      const { project_id } = await createProject(cleo[0], org)
      const team = await createTeam(cleo, `Hands ${round}`)
      await addProjectMember(cleo[0], project_id, dora[0], 'editor')
      const milestones = `/v1/teams/${team}/milestones`
      const dated = { title: 'Reopened', target_date: '2027-03-31', owner_user_id: findUserId(cleo) }
      const { milestone_id } = expectStatus(await cleo[0].post(milestones, { body: dated }), 201)
      const filed = { project_id, title: 'Restricted', restricted_to: ['cleo', 'dora'] }
      const { task_id } = await createTask(cleo[0], org, filed)
      const owning = { body: { user_id: findUserId(dora), team_role: 'owner' } }
      const [goes, stays] = round % 2 ? [cleo, dora] : [dora, cleo]
      const replies = await runConcurrently(round, [
        () => remove(ben, 0, goes),
        () => ada[1].patch(`/v1/projects/${project_id}`, { body: { owner: 'dora' } }),
        () => ada[0].post(`/v1/teams/${team}/members`, owning),
        () => ada[1].patch(`${milestones}/${milestone_id}`, { body: { title: 'Open' } }),
        () => ada[0].patch(`/v1/tasks/${task_id}`, { body: { restricted_to: [goes[0].username!] } }),
        () => stays[1].delete(`/v1/project-members/${findUserId(stays)}/${project_id}`),
      ])
      expectAllowed(replies, [200, 201, 403, 404, 409, 422])
      expect(await listInconsistencies()).toEqual([])
      expectStatus(await remove(ada, 1, stays), 200)
      expect(await listInconsistencies()).toEqual([])
    }
  })

  test('keep one owner when two owners leave concurrently', { timeout }, async () => {
    for (const round of createRange(rounds)) {
      for (const person of [cleo, dora]) await addMember(ada[0], org, person[0])
      const { project_id } = await createProject(cleo[0], org)
      await addProjectMember(cleo[0], project_id, dora[0], 'owner')
      const team = await createTeam(cleo, `Together ${round}`)
      const owning = { body: { user_id: findUserId(dora), team_role: 'owner' } }
      expectStatus(await cleo[0].post(`/v1/teams/${team}/members`, owning), 201)
      const buildRemovals = (member: ClientPair, through: 0 | 1) => [
        () => member[through].delete(`/v1/project-members/${findUserId(member)}/${project_id}`),
        () => member[through].delete(`/v1/teams/${team}/members/${findUserId(member)}`),
      ]
      const replies = await runConcurrently(round, [
        () => remove(round % 2 ? cleo : ada, 0, cleo),
        ...(round % 3 ? [() => remove(round % 4 < 2 ? dora : ben, 1, dora)] : buildRemovals(dora, 1)),
      ])
      expectAllowed(replies, [200, 409])
      expect(await listInconsistencies()).toEqual([])
      await remove(ada, 1, dora)
      expect(await listInconsistencies()).toEqual([])
    }
  })

  test('leave a user who accepts an invitation concurrently either in or out', { timeout }, async () => {
    const { project_id } = await createProject(ada[0], org)
    for (const round of createRange(rounds)) {
      const body = { org_id: org, email: 'cleo@dev.invalid' }
      const { id } = expectStatus(await ada[0].post('/v1/organization-invites', { body }), 200)
      const replies = await runConcurrently(round, [
        () => cleo[1].put(`/v1/organization-invites/${id}/accept`),
        () => remove(ben, 0, cleo),
        () => ada[1].post('/v1/project-members', { body: { project_id, user_id: findUserId(cleo) } }),
        () => remove(ada, 1, cleo),
      ])
      expectAllowed(replies, [200, 404, 422])
      expect(await listInconsistencies()).toEqual([])
      await remove(ada, 0, cleo)
    }
  })
})
