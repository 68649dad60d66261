import { importedProjectRanks } from '../../../work/projects/import.ts'
import { settingNames } from '../../../people/organizations/queries.ts'
import { normalizeForSearch, toSlug, toSortKey, toUniqueKey } from '../../../../core/text.ts'
import { sql } from '../../../../db/sql.ts'
import type { RestoreRun } from './run.ts'
import { hasPeople } from '../../../work/fields/kinds.ts'

const pickSettings = (settings: unknown) => {
  const values = settings as Record<string, unknown>
  return Object.fromEntries(settingNames.map((name) => [name, values[name]]))
}

/** Returns a logo that browsers may load. */
const findLogo = (url: string | null | undefined): string | null => (url && /^https?:\/\//i.test(url) ? url : null)

export async function restoreOrganization(run: RestoreRun): Promise<string> {
  let name = ''
  for await (const rows of run.batches('organization'))
    for (const row of rows) {
      name = row.name
      const times = { created_at: row.created_at ?? run.now, updated_at: row.updated_at ?? run.now }
      const names = { created_by: run.findName(row.created_by), updated_by: run.findName(row.updated_by) }
      const columns = { ...times, ...names, name, name_key: toSortKey(name), description: row.description ?? '' }
      await run.insert('organizations', 'organization', [
        { ...columns, logo: findLogo(row.logo), email: row.email ?? null, metadata: row.metadata ?? null },
      ])
      if (row.settings)
        await run.insert('organization_settings', 'organization', [{ ...pickSettings(row.settings), ...times }])
    }
  return name
}

export const restoreDesignations = (run: RestoreRun) =>
  run.restoreKind('designations', (row) => ({
    designation_id: row.id,
    label: row.label,
    label_key: normalizeForSearch(row.label),
    slug: toSlug(row.label) || null,
    category: row.category ?? 'Custom',
    category_key: normalizeForSearch(row.category ?? 'Custom'),
    aliases: row.aliases ?? [],
    is_active: row.is_active ?? true,
    sort_order: row.sort_order ?? null,
    metadata: row.metadata ?? null,
    ...run.audit(row),
  }))

export async function restoreTeams(run: RestoreRun): Promise<void> {
  await run.restoreKind('teams', (row) => ({
    team_id: row.id,
    name: row.name,
    name_key: toUniqueKey(row.name),
    description: row.description ?? null,
    ...run.audit(row),
  }))
  await run.restoreKind('team_members', ({ team, person, role, created_at, created_by, updated_at }) => ({
    team_id: team,
    user_id: run.findUser(person),
    username: run.findName(person),
    team_role: role ?? 'member',
    added_by: run.findName(created_by),
    created_at: created_at ?? run.now,
    updated_at: updated_at ?? created_at ?? run.now,
  }))
}

type RestoredText = string | null | undefined

const restoreOptional = (row: { color?: RestoredText; icon?: RestoredText; start_date?: RestoredText }) => ({
  color: row.color ?? null,
  icon: row.icon ?? null,
  start_date: row.start_date ?? null,
})

/** Restores projects; returns their ids by the prefixes of their keys. */
export async function restoreProjects(run: RestoreRun): Promise<Map<string, string>> {
  const prefixes = new Map<string, string>()
  const numbers: { project_id: string; last: number }[] = []
  await run.restoreKind('projects', (row) => {
    const { status, priority } = { status: row.status ?? 'not_started', priority: row.priority ?? 'none' }
    for (const prefix of [row.prefix, ...(row.former_prefixes ?? [])]) if (prefix) prefixes.set(prefix, row.id)
    if (row.last_number) numbers.push({ project_id: row.id, last: row.last_number })
    return {
      project_id: row.id,
      name: row.name,
      name_key: toSortKey(row.name),
      description: row.description ?? null,
      metadata: row.metadata ?? null,
      status,
      priority,
      ...importedProjectRanks(status, priority),
      ...restoreOptional(row),
      end_date: row.end_date ?? null,
      owner: (row.owner && run.newNames.get(row.owner)) ?? row.owner ?? null,
      owner_designation: row.owner_designation ?? null,
      team_member_designations: row.team_member_designations ?? null,
      visibility: row.visibility ?? 'private',
      editors_can_add_members: row.editors_can_add_members ?? false,
      team_id: row.team ?? null,
      position: Math.round(row.position ?? 0),
      prefix: row.prefix ?? null,
      ...run.audit(row),
    }
  })
  const rows = [...prefixes].map(([prefix, project_id]) => ({ prefix, project_id }))
  await run.insert('project_prefixes', 'projects', rows)
  await run.query(
    'projects',
    sql`
    update project_numbers n set last = e.last
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as e(project_id text, last integer)
    where n.org_id = ${run.orgId} and n.project_id = e.project_id`,
  )
  return prefixes
}

export const restoreProjectMembers = (run: RestoreRun) =>
  run.restoreKind('project_members', (row) => {
    const username = run.findName(row.person)
    return {
      project_id: row.project,
      user_id: run.findUser(row.person),
      username,
      username_key: username && normalizeForSearch(username),
      project_role: row.role ?? 'viewer',
      designation_id: row.designation ?? null,
      assigned_at: row.assigned_at ?? null,
      assigned_by: run.findName(row.assigned_by),
      ...run.audit(row),
    }
  })

export const restoreProjectResources = (run: RestoreRun) =>
  run.restoreKind('project_resources', (row) => {
    const isFile = row.file != null
    const title = row.title ?? row.name
    return {
      resource_id: row.id,
      project_id: row.project,
      file_id: isFile ? row.file!.slice('files/'.length) : null,
      is_file: isFile,
      file_name: isFile ? row.name : null,
      resource_name: title,
      name_key: toSortKey(title),
      resource_url: isFile ? null : (row.url ?? null),
      resource_type: row.type ?? null,
      ...run.requiredAudit(row),
    }
  })

/** Restores sections; returns their owners by id. */
export async function restoreSections(run: RestoreRun) {
  const owners = new Map<string, ReturnType<RestoreRun['findOwner']>>()
  await run.restoreKind('sections', (row) => {
    const owner = run.findOwner(row)
    owners.set(row.id, owner)
    return {
      section_id: row.id,
      ...owner,
      name: row.name,
      name_key: toUniqueKey(row.name),
      position: row.position ?? 0,
      status: row.status ?? null,
      color: row.color ?? null,
      wip_limit: row.wip_limit ?? null,
      ...run.audit(row),
    }
  })
  await run.trx.query(sql`
    update projects p set has_status_sections = true
    where p.org_id = ${run.orgId} and exists (select from sections s where s.org_id = ${run.orgId}
      and s.scope_type = 'project' and s.scope_id = p.project_id and s.status is not null)`)
  await run.trx.query(sql`
    update organization_members m set lanes_made_at = ${run.now}
    where m.org_id = ${run.orgId} and exists (select from sections s where s.org_id = ${run.orgId}
      and s.scope_type = 'user' and s.scope_id = m.username)`)
  return owners
}

export interface RestoredField {
  field_id: string
  type: string
}

/** Restores custom fields; returns them by key. */
export async function restoreFields(run: RestoreRun): Promise<Map<string, RestoredField>> {
  const fields = new Map<string, RestoredField>()
  await run.restoreKind('fields', (row) => {
    const key = row.key ?? row.id.toLowerCase()
    fields.set(key, { field_id: row.id, type: row.type })
    if (hasPeople(row.type)) run.peopleFields.add(key)
    return {
      field_id: row.id,
      key,
      name: row.name,
      name_key: toSortKey(row.name),
      description: row.description ?? null,
      type: row.type,
      unit: row.unit ?? null,
      decimals: row.decimals ?? null,
      min: row.min ?? null,
      max: row.max ?? null,
      options: (row.options ?? []).map(({ color, is_active, ...option }) => ({
        ...option,
        color: color ?? null,
        is_active: is_active ?? true,
      })),
      project_ids: row.projects ?? null,
      on_card: row.on_card ?? false,
      position: row.position ?? 0,
      is_active: row.is_active ?? true,
      ...run.audit(row),
    }
  })
  return fields
}
