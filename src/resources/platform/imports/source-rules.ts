/** Names under which imports store the ids of a source, so that equal ids of unrelated sources do not meet. */
import type { Manifest } from '@svc/import'
import { digestTitle, parseBase } from './sync-rules.ts'

const MAX_INSTANCE_CHARACTERS = 200

/** Systems whose ids are unique among all of their files, or whose name has the installation. */
const uniqueIds = /^(trello|github|gitlab|svc:.+)$/

type Origin = Pick<Manifest, 'source' | 'instance'>

const readInstance = ({ instance }: Origin): string =>
  (instance ?? '').trim().replaceAll(/\s+/g, '-').slice(0, MAX_INSTANCE_CHARACTERS)

export const hasInstance = (origin: Origin): boolean => readInstance(origin) !== ''

/** Returns whether equal ids of two files are those of one resource, also if no file names the instance. */
export const hasUniqueIds = ({ source }: Origin): boolean => uniqueIds.test(source)

/** Builds the name of the references. Files name any system, so that project owners have names of their own. */
export function buildSourceName(
  { project_id, import_id }: { project_id: string | null; import_id: string },
  origin: Origin,
  isAdmin: boolean,
): string {
  const name = hasInstance(origin) ? `${origin.source}/${readInstance(origin)}` : origin.source
  return isAdmin ? name : `${name} ${project_id ?? import_id}`
}

/** Returns whether the owners of a project, and not only admins, write under a name. */
export const isNameOfOwner = (name: string, projectId: string | null): boolean =>
  projectId !== null && name.includes(` ${projectId}`)

/** Returns whether a name is that of a system or of one of its files that have no instance. */
export const isUnnamedInstance = (name: string, system: string): boolean =>
  name === system || (name.startsWith(`${system}/`) && /\/IM[0-9A-Z]{16}$/.test(name))

/** Numbers of tasks that a file shares with an earlier source. */
export interface SharedTasks {
  known: number
  same: number
  /** Tasks that must be the same, besides a quarter of the known ones. */
  required: number
}

export interface KnownTask {
  fingerprint: string | null
  title: string | null
  created_at: string | null
}

const DAY_MS = 86_400_000

/**
 * Returns whether a row is the same task as one with its id: the title or the time of creation is the same. Midnight is
 * no evidence, since it is the time of a date without one.
 */
export function isSameTask(row: { title: string; created_at?: string | null }, known: KnownTask): boolean {
  const title = row.title.replaceAll(/\s+/g, ' ').trim()
  if (known.title === title || parseBase(known.fingerprint)?.get('title')?.source === digestTitle(title)) return true
  const time = Date.parse(row.created_at ?? '')
  return time % DAY_MS !== 0 && known.created_at !== null && time === Date.parse(known.created_at)
}

/** Part of the tasks with the same ids that must be the same for a file to continue a source. */
const MIN_SHARE = 1 / 4

/** Returns whether an id is a digest of the title: then tasks with the same id have the same title anyway. */
export const isDigestId = (id: string): boolean => /^(?=.*[a-z])[0-9a-z]{8,13}(~\d+)?$/.test(id)

/** Returns the number of tasks that must be the same if their ids are digests: a quarter of the smaller side. */
export const computeRequired = (rows: number, tasks: number): number => Math.min(rows, tasks) * MIN_SHARE

/**
 * Returns the source that a file continues: the one with which it shares most tasks, and of those with the same ids at
 * least a quarter. A file without known ids continues the only source that has its project.
 */
export function chooseContinued(
  shared: ReadonlyMap<string, SharedTasks>,
  withProject: readonly string[],
): string | undefined {
  const all = [...shared].toSorted(([, one], [, other]) => other.same - one.same)
  const best = all.find(([, { known, same, required }]) => same > 0 && same >= known * MIN_SHARE && same >= required)
  if (best) return best[0]
  const possible = withProject.filter((name) => (shared.get(name)?.known ?? 0) === 0)
  return possible.length === 1 ? possible[0] : undefined
}
