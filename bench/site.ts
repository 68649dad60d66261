import { mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { Api, type Page } from './api.ts'
import { connected } from './connected.ts'
import type { FloorSettings } from './floor/settings.ts'
import { callers, orgId, ownProject, projects, teams, type Project } from './organization.ts'
import { startTarget, type Target } from './processes.ts'
import { makeTokens, tokensOfPeople, type CallerName } from './tokens.ts'

/** One for all servers of a run: what one seals, another opens, and a database refuses a server with other keys. */
const secretKeys = `1:${randomBytes(32).toString('base64')}`

/** The floor, once with plans that are kept and once with such as are made anew. */
export interface Floor {
  kept: Target
  fresh: Target
}

/** One loaded database with the service, and mostly the floor, running on it. */
export interface Site {
  tasks: number
  /** Null for the embedded database, which nobody else can ask. */
  databaseUrl: string | null
  service: Target
  floor?: Floor | undefined
  api: Record<CallerName, Api>
  /** Plain members, each with a token of their own. */
  people: Api[]
  /** Tasks that every member reads, drawn at random, and such as the member may change. */
  sample: string[]
  editable: string[]
  stop(): Promise<void>
}

/** A program of this folder, as it was compiled. */
export const compiled = (name: string) => join('.svc', 'bench', 'bench', name)

/** The settings the service is measured with: production's, but for a limit of requests that is never reached. */
export const serviceSettings = { LOG_LEVEL: 'info', RATE_LIMIT_LIVE: '1000000', DATABASE_POOL: '10' }

/**
 * Starts the service of the build in `root` on a database; `env` changes its settings. Without an address it opens the
 * embedded database in `DATA_DIR`. It is there once it answers at the path `ready`.
 */
export async function startService(
  databaseUrl: string | null,
  env: Record<string, string> = {},
  { root = '.', ready }: { root?: string; ready?: string } = {},
): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-data-'))
  const settings: Record<string, string> = {
    ...serviceSettings,
    DATA_DIR: folder,
    SECRET_KEYS: secretKeys,
    // Webhooks are received on this machine.
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...env,
  }
  if (databaseUrl !== null) settings.DATABASE_URL = databaseUrl
  const service = await startTarget('service', [join(root, 'dist', 'main.js'), 'serve'], settings, ready)
  const stop = async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...service, stop }
}

/** What is asked with and of: tokens, and tasks. */
export interface Asking {
  tokens: Record<CallerName, string>
  people: string[]
  sample: string[]
  editable: string[]
}

/** Makes the tokens, and draws tasks. */
export async function prepareAsking(client: ClientBase): Promise<Asking> {
  return {
    tokens: await makeTokens(client),
    people: await tokensOfPeople(client),
    sample: await tasksIn(
      client,
      projects.filter((project) => project.visibility === 'public'),
    ),
    editable: await tasksIn(client, [ownProject]),
  }
}

/** A site of what runs already. */
export function siteOf(
  what: Pick<Site, 'tasks' | 'databaseUrl' | 'service'>,
  { tokens, people, sample, editable }: Asking,
): Site {
  const apiOf = (token: string) => new Api(`http://127.0.0.1:${what.service.port}`, token)
  const api = { admin: apiOf(tokens.admin), member: apiOf(tokens.member), guest: apiOf(tokens.guest) }
  const stop = () => what.service.stop()
  return { ...what, api, people: people.map(apiOf), sample, editable, stop }
}

/** Starts the service of the build in `root` on a loaded database. */
export async function openSite(databaseUrl: string, tasks: number, root = '.'): Promise<Site> {
  const asking = await connected(databaseUrl, prepareAsking)
  // Webhooks are measured with servers of their own: this one would send them too.
  const service = await startService(databaseUrl, { ROLE: 'api' }, { root })
  return siteOf({ tasks, databaseUrl, service }, asking)
}

/** The same with the floor beside it. */
export async function openWithFloor(databaseUrl: string, tasks: number): Promise<Site> {
  const site = await openSite(databaseUrl, tasks)
  const floorOf = (plans: string) => startFloor(site, { DATABASE_URL: databaseUrl, PLANS: plans })
  const floor = { kept: await floorOf('force_generic_plan'), fresh: await floorOf('force_custom_plan') }
  const stop = async () => {
    for (const target of [site.service, floor.kept, floor.fresh]) await target.stop()
  }
  return { ...site, floor, stop }
}

/** Starts the floor of a site on the database that `env` names. */
export async function startFloor(site: Site, env: Record<string, string>): Promise<Target> {
  const settings = await floorSettings(site.api.member, site.sample[0]!)
  return startTarget('floor', [compiled('floor/serve.js')], { FLOOR: JSON.stringify(settings), ...env })
}

async function tasksIn(client: ClientBase, some: Project[]): Promise<string[]> {
  const ids = some.map((one) => one.project_id)
  const { rows } = await client.query<{ task_id: string }>(
    `select task_id from tasks where org_id = $1 and project_id = any($2) and not restricted
      and created_at < '2026-11-19' order by md5(task_id) limit 5000`,
    [orgId, ids],
  )
  return rows.map((row) => row.task_id)
}

/** What the floor is told: the shape of the service's own answers, and what the member sees. */
async function floorSettings(member: Api, taskId: string): Promise<FloorSettings> {
  const one = await member.get<object>(`/v1/tasks/${taskId}`)
  const list = await member.get<Page<object>>('/v1/tasks?limit=1')
  const { user_id, username } = callers.member
  const roleIn = (project: (typeof projects)[number]) =>
    project.members.find(({ person }) => person === callers.member)?.project_role
  const ids = (which: (project: (typeof projects)[number]) => boolean) =>
    projects.filter(which).map((project) => project.project_id)
  return {
    org_id: orgId,
    user_id,
    username,
    task: Object.keys(one.body),
    card: Object.keys(list.body.data[0]!),
    hidden: ids((project) => project.visibility === 'private' && !roleIn(project)),
    owned: ids((project) => roleIn(project) === 'owner'),
    editable: ids((project) => ['owner', 'editor'].includes(roleIn(project) ?? '')),
    joined: teams.filter((team) => team.members.includes(callers.member)).map((team) => team.team_id),
  }
}
