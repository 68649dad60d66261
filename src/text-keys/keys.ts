import { sql, type Sql } from '../db/sql.ts'
import { normalizeForSearch, toSortKey, toUniqueKey } from '../core/text.ts'
import { UNFOLDED_PATTERN } from '../core/case-folding.ts'
import { toGramsArray } from '../resources/work/tasks/queries/search.ts'

export interface TextKey {
  table: string
  key: string
  source: string
  /** SQL expression that, with the organization, identifies a row. */
  id: string
  compute: (text: string) => string
  /** First column of the iteration order; `org_id` by default. */
  orgColumn?: string
  /** True for a reference table, which is not sharded. */
  reference?: true
  /** Columns besides the organization within which the key is unique, and whether only among active rows. */
  unique?: { within: string[]; active: boolean }
  /** Pattern of texts whose key may have changed. */
  stalePattern?: string
  /** Column that is computed from the key, passed as text. */
  derivedColumn?: { column: string; make: (key: string) => string; parse: (text: Sql) => Sql }
}

/** Parses an array without a cast of its text, which an UPDATE of a sharded table must not have. */
const parseGrams = (text: Sql): Sql => sql`string_to_array(btrim(${text}, '{}'), ',')::integer[]`

const defineSortKey = (table: string, id: string, source = 'name'): TextKey => ({
  table,
  id,
  source,
  key: `${source === 'title' ? 'title' : 'name'}_key`,
  compute: toSortKey,
})

const defineUniqueKey = (table: string, id: string, within: string[], source = 'name', active = true): TextKey => ({
  ...defineSortKey(table, id, source),
  compute: toUniqueKey,
  unique: { within, active },
})

const label: TextKey = {
  table: 'designations',
  id: 'designation_id',
  source: 'label',
  key: 'label_key',
  compute: normalizeForSearch,
  reference: true,
  unique: { within: [], active: true },
}
const { unique: _, ...category } = { ...label, source: 'category', key: 'category_key' }

const defineFoldedKey = (table: string, id: string, column: string): TextKey => ({
  table,
  id,
  source: column,
  key: column,
  compute: normalizeForSearch,
  stalePattern: UNFOLDED_PATTERN,
})

/** All stored keys of texts; unique keys come first. */
export const storedTextKeys: readonly TextKey[] = [
  defineUniqueKey('teams', 'team_id', []),
  defineUniqueKey('sprints', 'sprint_id', ['team_id']),
  defineUniqueKey('milestones', 'milestone_id', ['team_id'], 'title'),
  defineUniqueKey('sections', 'section_id', ['scope_type', 'scope_id'], 'name', false),
  defineUniqueKey('views', 'view_id', ['scope_type', 'scope_id', 'resource']),
  label,
  category,
  { ...defineSortKey('organizations', 'org_id::text') },
  { ...defineSortKey('users', 'username'), orgColumn: 'user_id', reference: true },
  { ...defineSortKey('oauth_clients', 'client_id'), reference: true },
  defineSortKey('projects', 'project_id'),
  defineSortKey('goals', 'goal_id'),
  defineSortKey('stops', 'stop_id', 'title'),
  defineSortKey('task_fields', 'field_id'),
  defineSortKey('access_tokens', 'token_id'),
  defineSortKey('webhook_subscriptions', 'subscription_id'),
  defineSortKey('project_resources', 'resource_id', 'resource_name'),
  defineSortKey('task_attachments', 'attachment_id'),
  {
    ...defineFoldedKey('task_search', 'task_id', 'content'),
    derivedColumn: { column: 'grams', make: toGramsArray, parse: parseGrams },
  },
  defineFoldedKey('task_comments', 'comment_id', 'content_key'),
  defineSortKey('tasks', 'task_id', 'title'),
]

export const toTextKeyName = ({ table, key }: TextKey): string => `${table}.${key}`
