import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { ApiClient, type Page } from './api-client.ts'
import type { BaselineSettings } from './baseline/settings.ts'
import { secretKeys, THIS_BUILD, type Build } from './builds.ts'
import { startServer, type ServerProcess } from './client/processes.ts'
import { callers, orgId, ownProject, projects, teams, type Project } from './data/organization.ts'
import { createTokens, createUserTokens, type CallerName } from './data/tokens.ts'
import { withClient } from './databases.ts'

/** Two baseline servers that differ in `plan_cache_mode`; a list uses the faster one. */
export interface Baseline {
  generic: ServerProcess
  custom: ServerProcess
}

/** The service on a loaded database, with or without the baseline beside it. */
export interface Setup {
  tasks: number
  /** Null for the embedded database. */
  databaseUrl: string | null
  service: ServerProcess
  baseline?: Baseline | undefined
  api: Record<CallerName, ApiClient>
  /** Plain members with a token each. */
  users: ApiClient[]
  /** Random tasks that every member can read, and tasks that the member can edit. */
  taskIds: string[]
  ownTaskIds: string[]
  stop(): Promise<void>
}

/** Returns the path of a compiled file of this folder. */
export const toCompiledPath = (name: string) => join('.svc', 'bench', 'bench', name)

/** Production settings, without an effective rate limit. */
export const serviceSettings = { LOG_LEVEL: 'info', RATE_LIMIT_LIVE: '1000000', DATABASE_POOL: '10' }

interface ServiceOptions {
  env?: Record<string, string>
  build?: Build
  readyPath?: string
}

/** Starts the service on a database; without a URL, on the embedded database in `DATA_DIR`. */
export async function startService(
  databaseUrl: string | null,
  { env = {}, build = THIS_BUILD, readyPath }: ServiceOptions = {},
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-data-'))
  const settings: Record<string, string> = {
    ...serviceSettings,
    DATA_DIR: folder,
    SECRET_KEYS: secretKeys,
    // The webhook receiver is on this machine.
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...env,
  }
  if (databaseUrl !== null) settings.DATABASE_URL = databaseUrl
  const service = await startServer([build.entry, 'serve'], settings, readyPath)
  const stop = async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...service, stop }
}

/** Tokens and task ids that requests are built from. */
export interface RequestData {
  tokens: Record<CallerName, string>
  userTokens: string[]
  taskIds: string[]
  ownTaskIds: string[]
}

export async function createRequestData(client: ClientBase): Promise<RequestData> {
  const publicProjects = projects.filter((project) => project.visibility === 'public')
  return {
    tokens: await createTokens(client),
    userTokens: await createUserTokens(client),
    taskIds: await listTaskIds(client, publicProjects),
    ownTaskIds: await listTaskIds(client, [ownProject]),
  }
}

async function listTaskIds(client: ClientBase, inProjects: Project[]): Promise<string[]> {
  const { rows } = await client.query<{ task_id: string }>(
    `select task_id from tasks where org_id = $1 and project_id = any($2) and not restricted
      and created_at < '2026-11-19' order by md5(task_id) limit 5000`,
    [orgId, inProjects.map((project) => project.project_id)],
  )
  return rows.map((row) => row.task_id)
}

export function toSetup(
  running: Pick<Setup, 'tasks' | 'databaseUrl' | 'service'>,
  { tokens, userTokens, taskIds, ownTaskIds }: RequestData,
): Setup {
  const toClient = (token: string) => new ApiClient(running.service.port, token)
  const api = {
    admin: toClient(tokens.admin),
    member: toClient(tokens.member),
    guest: toClient(tokens.guest),
  }
  const stop = () => running.service.stop()
  return { ...running, api, users: userTokens.map(toClient), taskIds, ownTaskIds, stop }
}

/** Starts a build of the service, without its worker, on a loaded database. */
export async function openSetup(databaseUrl: string, tasks: number, build?: Build): Promise<Setup> {
  const data = await withClient(databaseUrl, createRequestData)
  const service = await startService(databaseUrl, { env: { ROLE: 'api' }, ...(build && { build }) })
  return toSetup({ tasks, databaseUrl, service }, data)
}

export async function openSetupWithBaseline(databaseUrl: string, tasks: number): Promise<Setup> {
  const setup = await openSetup(databaseUrl, tasks)
  const start = (planCacheMode: string) =>
    startBaseline(setup, { DATABASE_URL: databaseUrl, PLAN_CACHE_MODE: planCacheMode })
  const baseline = { generic: await start('force_generic_plan'), custom: await start('force_custom_plan') }
  const stop = async () => {
    for (const server of [setup.service, baseline.generic, baseline.custom]) await server.stop()
  }
  return { ...setup, baseline, stop }
}

export async function startBaseline(setup: Setup, env: Record<string, string>): Promise<ServerProcess> {
  const settings = await buildBaselineSettings(setup.api.member, setup.taskIds[0]!)
  const args = [toCompiledPath('baseline/serve.js')]
  return startServer(args, { BASELINE: JSON.stringify(settings), ...env })
}

/** Takes the shape of responses from the service, so that the baseline returns the same bytes. */
async function buildBaselineSettings(member: ApiClient, taskId: string): Promise<BaselineSettings> {
  const task = await member.get<object>(`/v1/tasks/${taskId}`)
  const list = await member.get<Page<object>>('/v1/tasks?limit=1')
  const { user_id, username } = callers.member
  const findRole = (project: Project) => project.members.find(({ person }) => person === callers.member)?.project_role
  const listIds = (condition: (project: Project) => boolean) =>
    projects.filter(condition).map((project) => project.project_id)
  return {
    org_id: orgId,
    user_id,
    username,
    taskFields: Object.keys(task.body),
    listFields: Object.keys(list.body.data[0]!),
    hiddenProjects: listIds((project) => project.visibility === 'private' && !findRole(project)),
    ownedProjects: listIds((project) => findRole(project) === 'owner'),
    editableProjects: listIds((project) => ['owner', 'editor'].includes(findRole(project) ?? '')),
    joinedTeams: teams.filter((team) => team.members.includes(callers.member)).map((team) => team.team_id),
  }
}
