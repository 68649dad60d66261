import type { Kind, Row } from '@svc/import'
import type { ChangeEvent } from '../../../core/change-event.ts'
import type { FieldRow } from '../../work/fields/queries.ts'
import type { TaskCreate } from '../../work/tasks/schema.ts'

/** The steps of an import in their order; `links` gives tasks their parents once all tasks exist. */
export const importSteps = [
  'people',
  'teams',
  'team_members',
  'projects',
  'sections',
  'fields',
  'goals',
  'milestones',
  'sprints',
  'tasks',
  'links',
  'dependencies',
  'comments',
  'attachments',
  'views',
] as const
export type ImportStep = (typeof importSteps)[number]
type StepKind = Exclude<ImportStep, 'links'>

export const toKind = (step: ImportStep): StepKind => (step === 'links' ? 'tasks' : step)

/** Returns whether an import writes rows of this kind; the report names the other kinds. */
export const isImportedKind = (kind: Kind): boolean => (importSteps as readonly string[]).includes(kind)

/** Systems that the CLI reads through their APIs, into an archive. */
export const pulledSources: readonly string[] = ['planka', 'github', 'gitlab']

/** Returns whether an import of the source uploads an archive; the issues of `gh` are a file. */
export const isArchiveSource = (source: string): boolean =>
  source === 'neutral' || (pulledSources.includes(source) && source !== 'github')

export interface ImportOptions {
  user_map?: Record<string, string | null> | null
  status_map?: Record<string, string> | null
  column_map?: Record<string, string> | null
  timezone?: string | null
  notify?: boolean | null
}

/** Adds the options of a repetition; its maps extend those of the first import. */
export const mergeOptions = (first: ImportOptions, next: ImportOptions): ImportOptions => ({
  ...first,
  ...next,
  ...(next.user_map && { user_map: { ...first.user_map, ...next.user_map } }),
  ...(next.status_map && { status_map: { ...first.status_map, ...next.status_map } }),
})

/** Checkpoint of an import. */
export interface ImportState {
  step?: ImportStep
  /** Names the references of the import. */
  source?: string
  /** Properties of the source that the report has named. */
  extras?: string[]
  /** Number of lines of the step that are done. */
  done?: number
  /** Number of lines of the step. */
  total?: number
  /** Highest number of a key, by id of the project in the source. */
  numbers?: Record<string, number>
  /** Counters of projects before the import raised them, by id of the project in the source: it alone gives the numbers above. */
  reserved?: Record<string, number>
  /** Project for tasks of the source that are in none. */
  default_project_id?: string
  /** User who undoes the import, whose rights count. */
  undone_by?: string
  /** Number of times that a process began to read and check the file. */
  attempts?: number
  /** Number of unexpected errors. */
  failures?: number
}

/** A custom field of the source with the one that has its values here, if there is one. */
export interface ImportedField {
  source: Row<'fields'>
  local: FieldRow | null
}

export type ImportOutcome = 'rejected' | 'changed' | 'conflict' | 'skipped' | 'retained'

export interface ReportEntry {
  outcome: ImportOutcome
  kind: string
  line: number | null
  external_id: string | null
  field: string | null
  value: string | null
  reason: string
}

const MAX_VALUE_LENGTH = 200

export const buildReportEntry = (
  outcome: ImportOutcome,
  at: { kind: string; line: number | null; id: string | null },
  reason: string,
  field: string | null = null,
  value: unknown = null,
): ReportEntry => ({
  outcome,
  kind: at.kind,
  line: at.line,
  external_id: at.id,
  field,
  value: value === null || value === undefined ? null : toReportValue(value),
  reason,
})

const toReportValue = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_VALUE_LENGTH)

const MAX_TITLE_CHARACTERS = 500
const MAX_DESCRIPTION_CHARACTERS = 100_000
const MAX_TAG_CHARACTERS = 50
const MAX_BUG_ID_CHARACTERS = 200

interface Shortened {
  field: string
  value: unknown
  reason: string
}

const cut = (text: string, max: number): string => {
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

/** Converts a row to the body of a create, shortened to the limits of tasks; lists what was changed. */
export function toTaskBody(
  row: Row<'tasks'>,
  source: string,
  statusMap: ImportOptions['status_map'],
): { body: TaskCreate; shortened: Shortened[] } {
  const shortened: Shortened[] = []
  const shorten = (field: string, value: string, max: number) => {
    const result = cut(value, max)
    if (result !== value) shortened.push({ field, value, reason: `was cut to ${max} characters` })
    return result
  }
  const mapped = row.source_status == null ? undefined : statusMap?.[row.source_status]
  const body: Record<string, unknown> = {
    title: shorten('title', row.title.replaceAll(/\s+/g, ' ').trim(), MAX_TITLE_CHARACTERS),
    description: row.description ? shorten('description', row.description, MAX_DESCRIPTION_CHARACTERS) : null,
    status: mapped ?? row.status ?? 'not_started',
    priority: row.priority ?? 'none',
    task_type: row.type ?? 'task',
    type_data: row.type_data ?? null,
    bug_id: row.bug_id ? shorten('bug_id', row.bug_id, MAX_BUG_ID_CHARACTERS) : null,
    ...(row.tracker_id &&
      row.type === 'bug' && { tracker_id: shorten('tracker_id', row.tracker_id, MAX_BUG_ID_CHARACTERS) }),
    ...(row.is_subtask && { is_subtask: true }),
    start_date: row.start_date ?? null,
    due_date: row.due_date ?? null,
    tags: [...new Set((row.tags ?? []).map((tag) => shorten('tags', toTag(tag), MAX_TAG_CHARACTERS)))].filter(Boolean),
    custom: row.custom ?? {},
    metadata: [...(Array.isArray(row.metadata) ? row.metadata : []), ...buildOrigin(row, source)],
  }
  return { body: body as unknown as TaskCreate, shortened }
}

const toTag = (tag: string) => tag.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim()

/** Returns the properties of the source that have no counterpart. */
export const readExtra = ({ extra }: Row<'tasks'>): Record<string, unknown> =>
  typeof extra === 'object' && extra !== null && !Array.isArray(extra) ? (extra as Record<string, unknown>) : {}

/** Returns what has no attribute of its own as an entry of the metadata. */
function buildOrigin(row: Row<'tasks'>, source: string): object[] {
  const { key, url, completed_at } = row
  const origin = { ...(key && { key }), ...(url && { url }), ...(completed_at && { completed_at }), ...readExtra(row) }
  return Object.keys(origin).length === 0 ? [] : [{ source, ...origin }]
}

/** Time for which the data of an import can be downloaded, imported again and undone. */
export const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Returns whether an import wrote anything that can still be undone. */
export const canUndo = (
  row: { phase: string; dry_run: boolean; state: ImportState; finished_at: string | null },
  millis: number,
): boolean =>
  !row.dry_run &&
  (row.phase === 'finished' || (row.phase === 'failed' && row.state.step !== undefined)) &&
  row.finished_at !== null &&
  Date.parse(row.finished_at) > millis - RETENTION_MS

export const reportColumns = ['entry', 'outcome', 'kind', 'line', 'external_id', 'field', 'value', 'reason'] as const

/** Builds the event of a placeholder that turned out to be a member, or has been replaced by it. */
export const buildMatchEvent = (
  type: 'member.placeholder_matched' | 'member.placeholder_merged',
  one: { org_id: string; username: string; into_user_id: string | null; into_username: string | null },
): ChangeEvent => ({
  org_id: one.org_id,
  type,
  resource_type: 'member',
  resource_id: one.into_user_id!,
  before: { username: one.username },
  after: { username: one.into_username },
})

export type ViewFilters = Record<string, string | string[]>

/** Ids as this service makes them. */
const ID = /\b[A-Z]{1,2}[0-9A-Z]{16}\b/g

/** Translates the filters of a view to the ids and usernames here. Returns those that name what is not here as `lost`. */
export function translateQuery(
  query: ViewFilters,
  localNames: ReadonlyMap<string, string>,
): { query: ViewFilters; lost: string[] } {
  const lost = new Set<string>()
  const translate = (name: string, value: string) =>
    value
      .split(',')
      .map((part) => localNames.get(part) ?? part.replace(ID, (id) => localNames.get(id) ?? (lost.add(name), id)))
      .join(',')
  const translated = Object.entries(query).map(([name, value]): [string, string | string[]] => [
    name,
    Array.isArray(value) ? value.map((one) => translate(name, one)) : translate(name, value),
  ])
  return { query: Object.fromEntries(translated.filter(([name]) => !lost.has(name))), lost: [...lost] }
}
