/** Three-way comparison of a row of a source, its task in this organization, and both at their last synchronization. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Attributes of tasks that an import keeps in sync; `custom.KEY` are the custom fields that the source has. */
export const syncedAttributes = [
  'title',
  'description',
  'status',
  'priority',
  'task_type',
  'type_data',
  'bug_id',
  'start_date',
  'due_date',
  'tags',
  'metadata',
  'assignee',
  'goal_id',
  'sprint_id',
  'milestone_id',
  'project_id',
  'section_id',
  'team_section_id',
  'parent',
] as const

/** Values by attribute; what is missing is null. */
export type SyncedValues = Record<string, unknown>

/** Digests of an attribute at the last synchronization: of the value at the source, and of the local one. */
interface Base {
  source: string
  local: string
}

export type SyncBase = Map<string, Base>

/** Returns a digest of a row, by which a later import finds that the source has not changed. */
export const computeFingerprint = (row: object): string =>
  createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22)

const DIGEST_LENGTH = 6
const NONE = digestValue(null)
const SEPARATOR = '.1.'

function digestValue(value: unknown): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(sortKeys(value ?? null)))
  return bytes.toString('base64url')
}

/** Returns the digests of an assignee, by which stored digests are rewritten when the username becomes another. */
export const digestAssignee = (username: string): string => digestValue(username)

/** Returns the digest of a title at the source. */
export const digestTitle = (title: string): string => digestValue(title)

/** Returns the digest of a local parent, by which an import finds that it has linked a task already. */
export const digestParent = (taskId: string | null): string => digestValue(taskId)

/** Serializes a value with sorted keys, since the database stores keys in an order of its own. */
function sortKeys(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(sortKeys).join()}]`
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${sortKeys(inner)}`).join()}}`
}

export const isSameValue = (one: unknown, other: unknown): boolean => sortKeys(one ?? null) === sortKeys(other ?? null)

/** Fingerprint of a row that has a conflict: no row has it, so that the next import reports the conflict again. */
const UNSETTLED = 'conflict'

/** Builds what is stored of a row: its digest, and the digests of each attribute that is not null on both sides. */
export function formatFingerprint(row: object | null, base: SyncBase): string {
  const parts = [...base].filter(([, { source, local }]) => source !== NONE || local !== NONE)
  const digests = parts.map(([name, { source, local }]) => `${encodeURIComponent(name)}=${source}${local}`)
  return `${row ? computeFingerprint(row) : UNSETTLED}${SEPARATOR}${digests.join('&')}`
}

/** Replaces the digests of attributes, and keeps that of the row. */
export const replaceBase = (fingerprint: string | null, base: SyncBase): string =>
  `${fingerprint?.split(SEPARATOR)[0] ?? UNSETTLED}${SEPARATOR}${formatFingerprint(null, base).split(SEPARATOR)[1]}`

/** Returns the digests of attributes; undefined for a row that was stored without them. */
export function parseBase(fingerprint: string | null): SyncBase | undefined {
  const at = fingerprint?.indexOf(SEPARATOR) ?? -1
  if (at < 0) return undefined
  const base: SyncBase = new Map()
  for (const part of fingerprint!.slice(at + SEPARATOR.length).split('&')) {
    const [name, digests] = part.split('=') as [string, string | undefined]
    if (digests)
      base.set(decodeURIComponent(name), {
        source: digests.slice(0, DIGEST_LENGTH),
        local: digests.slice(DIGEST_LENGTH),
      })
  }
  return base
}

/** Returns whether a row has not changed at its source since the last import. */
export const isUnchangedRow = (fingerprint: string | null, row: object): boolean =>
  fingerprint?.split(SEPARATOR)[0] === computeFingerprint(row)

export const buildBase = (source: SyncedValues, local: SyncedValues): SyncBase =>
  new Map(
    [...new Set([...Object.keys(source), ...Object.keys(local)])].map((name) => [
      name,
      { source: digestValue(source[name]), local: digestValue(local[name]) },
    ]),
  )

export interface SyncDecision {
  /** Attributes to set to the value of the source. */
  applied: string[]
  /** Attributes that changed on both sides, to different values. */
  conflicts: string[]
}

/** Attributes that follow each other in projects whose sections mean a status. */
const PLACE = ['status', 'section_id']

/**
 * Decides what an import changes: attributes that have changed at the source only. What was changed here stays. Without
 * digests, all attributes count as changed here unless the version is that of the last import.
 */
export function decideSync(
  base: SyncBase | undefined,
  source: SyncedValues,
  local: SyncedValues,
  { isSameVersion, placesByStatus }: { isSameVersion: boolean; placesByStatus: boolean },
): SyncDecision {
  const names = [...new Set([...Object.keys(source), ...Object.keys(local)])]
  const changed = (name: string, side: keyof Base, value: unknown) =>
    base ? (base.get(name)?.[side] ?? NONE) !== digestValue(value) : side === 'source' || !isSameVersion
  const changes = new Map(
    names.map((name) => [
      name,
      { source: changed(name, 'source', source[name]), local: changed(name, 'local', local[name]) },
    ]),
  )
  if (placesByStatus) {
    const both = PLACE.map((name) => changes.get(name)!)
    const joint = { source: both.some((one) => one.source), local: both.some((one) => one.local) }
    for (const name of PLACE) changes.set(name, joint)
  }
  const differing = names.filter((name) => changes.get(name)!.source && !isSameValue(source[name], local[name]))
  return {
    applied: differing.filter((name) => !changes.get(name)!.local),
    conflicts: differing.filter((name) => changes.get(name)!.local),
  }
}

/** Returns the base for the next import: what stays in conflict keeps the digests from before. */
export function mergeBase(before: SyncBase | undefined, next: SyncBase, conflicts: readonly string[]): SyncBase {
  const merged = new Map(next)
  for (const name of conflicts) {
    const former = before?.get(name)
    if (former) merged.set(name, former)
    else merged.delete(name)
  }
  return merged
}
