/** What the floor is told when it starts: the shape of the service's own answers, and what the caller sees. */
export interface FloorSettings {
  org_id: string
  user_id: string
  username: string
  /** Attributes of one task, and of a task in a list, in their order. */
  task: string[]
  card: string[]
  hidden: string[]
  owned: string[]
  editable: string[]
  joined: string[]
}

export const seen = JSON.parse(process.env.FLOOR ?? '{}') as FloorSettings

/** A text, and an array of texts, as constants of a statement. */
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`
export const array = (values: string[]) => `array[${values.map(text).join()}]::text[]`

/** Whether task `t` is the caller's own. */
export const own = `t.created_by = ${text(seen.username)} or t.assignee = ${text(seen.username)}`

const special: Record<string, string> = {
  has_access: 'true',
  has_edit_access: `coalesce(${own} or t.project_id = any(${array(seen.editable)})
    or t.project_id is null and t.team_id = any(${array(seen.joined)}), false)`,
  restricted_to_user_ids: 'case when t.restricted then t.restricted_to_user_ids end',
  section_id: 'null',
  section_position: 'null',
}

/** The attributes of task `t` as an answer has them. */
export const columns = (names: string[]) =>
  names.map((name) => `${special[name] ?? `t.${name}`} as ${name}`).join(', ')
