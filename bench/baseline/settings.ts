/** Settings passed in `BASELINE`: the fields of responses and the permissions of the caller. */
export interface BaselineSettings {
  org_id: string
  user_id: string
  username: string
  taskFields: string[]
  listFields: string[]
  hiddenProjects: string[]
  ownedProjects: string[]
  editableProjects: string[]
  joinedTeams: string[]
}

export const settings = JSON.parse(process.env.BASELINE ?? '{}') as BaselineSettings

export const quote = (value: string) => `'${value.replaceAll("'", "''")}'`
export const quoteArray = (values: string[]) => `array[${values.map(quote).join()}]::text[]`

/** True for tasks created by or assigned to the caller. */
export const isOwnSql = `t.created_by = ${quote(settings.username)} or t.assignee = ${quote(settings.username)}`

const computedFields: Record<string, string> = {
  key: `(select p.prefix || '-' || t.number from projects p
    where p.org_id = ${quote(settings.org_id)} and p.project_id = t.project_id)`,
  has_access: 'true',
  has_edit_access: `coalesce(${isOwnSql} or t.project_id = any(${quoteArray(settings.editableProjects)})
    or t.project_id is null and t.team_id = any(${quoteArray(settings.joinedTeams)}), false)`,
  restricted_to_user_ids: 'case when t.restricted then t.restricted_to_user_ids end',
  claim: 'null',
  external_refs: `'[]'::jsonb`,
  section_id: 'null',
  section_position: 'null',
}

/** Returns the select list of a task `t`. */
export const selectFields = (names: string[]) =>
  names.map((name) => `${computedFields[name] ?? `t.${name}`} as ${name}`).join(', ')
