import type { Row } from '@svc/import'
import { buildPlaceholderSecret } from '../../webhooks/import.ts'
import { toSortKey, toUniqueKey } from '../../../../core/text.ts'
import { buildLostClientSecret, chooseValidAppProperties } from '../../oauth-clients/import.ts'
import type { RestoreRun } from './run.ts'

export async function restoreRoadmaps(run: RestoreRun): Promise<void> {
  await run.restoreKind('stops', (row) => ({
    stop_id: row.id,
    project_id: row.project,
    title: row.title,
    title_key: toSortKey(row.title),
    target_date: row.target_date ?? null,
    description: row.description ?? null,
    ...run.audit(row),
  }))
  const lines: { journey_id: string; stop_id: string; position: number }[] = []
  await run.restoreKind('journeys', (row) => {
    lines.push(...(row.stops ?? []).map((stop_id, position) => ({ journey_id: row.id, stop_id, position })))
    return {
      journey_id: row.id,
      project_id: row.project,
      name: row.name,
      color: row.color ?? 'gray',
      position: Math.round(row.position ?? 0),
      ...run.audit(row),
    }
  })
  await run.insert('journey_stops', 'journeys', lines)
}

const buildClosing = (run: RestoreRun, row: { closed_at?: string | null; closed_by?: string | null }) => ({
  closed_at: row.closed_at ?? null,
  closed_by: run.findName(row.closed_by),
})

export async function restorePlans(run: RestoreRun): Promise<void> {
  await restoreGoals(run)
  await restoreMilestones(run)
  await restoreSprints(run)
}

const restoreGoals = (run: RestoreRun) =>
  run.restoreKind('goals', (row) => ({
    goal_id: row.id,
    project_id: row.project,
    name: row.name,
    name_key: toSortKey(row.name),
    description: row.description ?? null,
    target_date: row.target_date ?? null,
    position: Math.round(row.position ?? 0),
    status: row.status ?? 'open',
    ...buildClosing(run, row),
    ...run.audit(row),
  }))

const restoreMilestones = (run: RestoreRun) =>
  run.restoreKind('milestones', (row) => ({
    milestone_id: row.id,
    team_id: row.team,
    title: row.title,
    title_key: toUniqueKey(row.title),
    description: row.description ?? null,
    target_date: row.target_date,
    owner_user_id: run.findUser(row.owner),
    stop_id: row.stop ?? null,
    status: row.status ?? 'open',
    ...buildClosing(run, row),
    ...run.audit(row),
  }))

const restoreSprints = (run: RestoreRun) =>
  run.restoreKind('sprints', (row) => ({
    sprint_id: row.id,
    team_id: row.team,
    name: row.name,
    name_key: toUniqueKey(row.name),
    description: row.description ?? null,
    goal: row.goal ?? null,
    start_date: row.start_date,
    end_date: row.end_date,
    status: row.status ?? 'active',
    completed_at: row.completed_at ?? null,
    completed_by: run.findName(row.completed_by),
    ...run.audit(row),
  }))

export async function restoreViews(run: RestoreRun): Promise<void> {
  await run.restoreKind('views', (row) => ({
    view_id: row.id,
    ...run.findOwner(row),
    resource: row.resource ?? 'task',
    name: row.name,
    name_key: toUniqueKey(row.name),
    query: run.renameUsers(row.query ?? {}),
    display: row.display ?? {},
    ...run.audit(row),
  }))
  await run.restoreKind('view_pins', (row) => ({
    user_id: run.findUser(row.person),
    pin_type: row.type,
    pin_id: row.target,
    position: row.position ?? 0,
    created_at: row.created_at ?? run.now,
  }))
  await run.restoreKind('availability', (row) => ({
    entry_id: row.id,
    user_id: run.findUser(row.person),
    start_date: row.start_date,
    end_date: row.end_date,
    note: row.note ?? null,
    ...run.audit(row),
  }))
}

/** Restores webhooks paused, with secrets that were shown to no one: a new one is made by rotation. */
export async function restoreWebhooks(run: RestoreRun): Promise<void> {
  await run.restoreKind('webhooks', (row) => ({
    subscription_id: row.id,
    name: row.name,
    name_key: toSortKey(row.name),
    url: row.url,
    api_version: row.api_version ?? '',
    events: row.events ?? [],
    project_ids: row.projects ?? null,
    status: 'paused',
    owner_user_id: run.findUser(row.owner),
    ...buildPlaceholderSecret(run.services.keyring, { org_id: run.orgId, subscription_id: row.id }),
    ...run.audit(row),
  }))
  const count = run.counts.webhooks ?? 0
  if (count > 0) run.notes.push(`${count} webhooks are paused: rotate the secret of each, then activate it.`)
}

/** Users see these on the consent page, so that an archive must not bring what the API refuses. */
function chooseProperties(run: RestoreRun, row: Row<'apps'>) {
  const { properties, lost } = chooseValidAppProperties(row)
  if (lost.length > 0) run.notes.push(`The app ${row.id} lacks values that are not valid: ${lost.join(', ')}.`)
  return properties
}

/** Restores apps as private and without connections. A confidential app gets a usable secret by rotation. */
export async function restoreApps(run: RestoreRun): Promise<void> {
  await run.restoreKind('apps', (row) => ({
    client_id: row.id,
    name: row.name,
    name_key: toSortKey(row.name),
    client_type: row.type,
    ...chooseProperties(run, row),
    device_flow: row.device_flow ?? false,
    registration: 'developer',
    review_state: 'private',
    use_count: 0,
    secret_hash: row.type === 'confidential' ? buildLostClientSecret() : null,
    created_at: row.created_at ?? run.now,
    created_by: run.findName(row.created_by),
    updated_at: row.updated_at ?? row.created_at ?? run.now,
    version: 1,
  }))
  const count = run.counts.apps ?? 0
  if (count > 0)
    run.notes.push(
      `${count} apps are private, and no user has connected them: rotate the secrets of confidential ones.`,
    )
}
