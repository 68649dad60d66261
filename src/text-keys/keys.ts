import { fold, sortKey, uniqueKey } from '../kernel/text.ts'
import { unfolded } from '../kernel/values/case-folding.ts'
import { gramsColumn } from '../resources/tasks/search.ts'

/** A stored key and how it is made of the text beside it. Names of tables and columns come from here alone. */
export interface TextKey {
  table: string
  key: string
  source: string
  /** With the organization, the primary key of a row. */
  id: string
  make: (text: string) => string
  /** The column by which rows are walked first; `org_id` unless named. */
  org?: string
  /** Whether the table is whole on every server where others are sharded. */
  reference?: true
  /** The columns within which the key is unique, beside the organization, and whether among active rows alone. */
  unique?: { within: string[]; active: boolean }
  /** A regular expression without which a text has the key that it has. */
  holding?: string
  /** A column that is made of the key. */
  further?: { column: string; type: string; make: (key: string) => string }
}

const sorted = (table: string, id: string, source = 'name'): TextKey => ({
  table,
  id,
  source,
  key: `${source === 'title' ? 'title' : 'name'}_key`,
  make: sortKey,
})

const unique = (table: string, id: string, within: string[], source = 'name', active = true): TextKey => ({
  ...sorted(table, id, source),
  make: uniqueKey,
  unique: { within, active },
})

const label: TextKey = {
  table: 'designations',
  id: 'designation_id',
  source: 'label',
  key: 'label_key',
  make: fold,
  reference: true,
  unique: { within: [], active: true },
}
const { unique: _, ...category } = { ...label, source: 'category', key: 'category_key' }

const folded = (table: string, id: string, column: string): TextKey => ({
  table,
  id,
  source: column,
  key: column,
  make: fold,
  holding: unfolded,
})

/** Every key that is stored of a text, those that keep names unique first. */
export const textKeys: readonly TextKey[] = [
  unique('teams', 'team_id', []),
  unique('sprints', 'sprint_id', ['team_id']),
  unique('milestones', 'milestone_id', ['team_id'], 'title'),
  unique('sections', 'section_id', ['scope_type', 'scope_id'], 'name', false),
  unique('views', 'view_id', ['scope_type', 'scope_id', 'resource']),
  label,
  category,
  { ...sorted('organizations', 'org_id::text') },
  { ...sorted('users', 'username'), org: 'user_id', reference: true },
  { ...sorted('oauth_clients', 'client_id'), reference: true },
  sorted('projects', 'project_id'),
  sorted('goals', 'goal_id'),
  sorted('stops', 'stop_id', 'title'),
  sorted('access_tokens', 'token_id'),
  sorted('webhook_subscriptions', 'subscription_id'),
  sorted('project_resources', 'resource_id', 'resource_name'),
  sorted('task_attachments', 'attachment_id'),
  {
    ...folded('task_search', 'task_id', 'content'),
    further: { column: 'grams', type: 'integer[]', make: gramsColumn },
  },
  folded('task_comments', 'comment_id', 'content_key'),
  sorted('tasks', 'task_id', 'title'),
]

/** The name of a key in the table of keys that are to be made again. */
export const nameKey = ({ table, key }: TextKey): string => `${table}.${key}`
