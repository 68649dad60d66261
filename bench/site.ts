import { mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/support/postgres.ts'
import { Api, type Page } from './api.ts'
import { connected } from './connected.ts'
import type { FloorSettings } from './floor.ts'
import { callers, orgId, projects, teams } from './organization.ts'
import { startTarget, type Target } from './processes.ts'
import { makeTokens, type CallerName } from './tokens.ts'

/** One for all servers of a run: what one seals, another opens, and a database refuses a server with other keys. */
const secretKeys = `1:${randomBytes(32).toString('base64')}`

/** One loaded database with the service and the floor running on it. */
export interface Site {
  tasks: number
  databaseUrl: string
  service: Target
  floor: { kept: Target; fresh: Target }
  api: Record<CallerName, Api>
  /** Tasks that the member reads, drawn at random. */
  sample: string[]
  stop(): Promise<void>
}

/** A program of this folder, as it was compiled. */
export const compiled = (name: string) => join('.svc', 'bench', 'bench', name)

/** The settings the service is measured with: production's, but for a limit of requests that is never reached. */
export const serviceSettings = { LOG_LEVEL: 'info', RATE_LIMIT_LIVE: '1000000', DATABASE_POOL: '10' }

/** Starts the service of `dist` on a database; `env` changes its settings. */
export async function startService(
  databaseUrl: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-data-'))
  const service = await startTarget(
    'service',
    [...args, join('dist', 'main.js'), 'serve'],
    await freePort(),
    {
      ...serviceSettings,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SECRET_KEYS: secretKeys,
      ...env,
    },
  )
  const stop = async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...service, stop }
}

export async function openSite(databaseUrl: string, tasks: number): Promise<Site> {
  const tokens = await makeTokens(databaseUrl)
  const sample = await readableTasks(databaseUrl)
  // Webhooks are measured with servers of their own: this one would send them too.
  const service = await startService(databaseUrl, [], { ROLE: 'api' })
  const url = `http://127.0.0.1:${service.port}`
  const api = {
    admin: new Api(url, tokens.admin),
    member: new Api(url, tokens.member),
    guest: new Api(url, tokens.guest),
  }
  const settings = await floorSettings(api.member, sample[0]!)
  const floorOf = async (plans: string) =>
    startTarget(`floor`, [compiled('floor.js')], await freePort(), {
      DATABASE_URL: databaseUrl,
      FLOOR: JSON.stringify(settings),
      PLANS: plans,
    })
  const floor = { kept: await floorOf('force_generic_plan'), fresh: await floorOf('force_custom_plan') }
  const stop = async () => {
    for (const target of [service, floor.kept, floor.fresh]) await target.stop()
  }
  return { tasks, databaseUrl, service, floor, api, sample, stop }
}

async function readableTasks(databaseUrl: string): Promise<string[]> {
  const open = projects.filter((project) => project.visibility === 'public').map((one) => one.project_id)
  const statement = `select task_id from tasks where org_id = $1 and project_id = any($2) and not restricted
    and created_at < '2026-11-19' order by md5(task_id) limit 5000`
  const { rows } = await connected(databaseUrl, (client) => client.query(statement, [orgId, open]))
  return (rows as { task_id: string }[]).map((row) => row.task_id)
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
