import type { Svc, SvcProblem } from '@svc/sdk'
import { createProblem } from './calls.ts'
import type { RowRef, InverseMutation } from './types.ts'
import { getField, includesField, listFieldNames, omitFields, setField } from './nested-fields.ts'
import { keepTheirsInUndo, mergeDescription, withFields, type ConflictDecision } from './merge-description.ts'
import { isEqual, omit, type AnyRow } from './rows.ts'
import {
  deletesRow,
  createsRow,
  toRowKey,
  createIdempotencyKey,
  createEmptyResult,
  getPatch,
  type OutboxEntry,
  type ConflictDetails,
  type MutationResult,
} from './mutations.ts'
import type { FetchedRow } from './row-reader.ts'
import type { RowStore } from './row-store.ts'
import { failureTexts } from '../messages/common.ts'

/** Number of automatic rebases before the user has to decide. */
const MAX_REBASES = 8

/** The parts of the outbox that resolving a conflict changes; the outbox itself loads this file. */
interface EntryUpdates {
  change(entry: OutboxEntry): Promise<void>
  refuse(entry: OutboxEntry, problem: SvcProblem): Promise<void>
  confirm(result: MutationResult, response: unknown): Promise<void>
  decide(id: string, decision: ConflictDecision): void
}

export interface ConflictDetectorOptions {
  store: RowStore
  outbox: EntryUpdates
  readRow(entry: OutboxEntry, ref: RowRef): Promise<FetchedRow | null>
  resolveRef(ref: RowRef): RowRef
  findLastChange(ref: RowRef, row: AnyRow): Promise<{ by: string | undefined; at: string | undefined }>
}

/** `deleted`: the row does not exist; `unchanged`: nothing changed, so the server's error stands. */
export type ConflictOutcome = 'done' | 'deleted' | 'unchanged'

export class ConflictDetector {
  #options: ConflictDetectorOptions

  constructor(options: ConflictDetectorOptions) {
    this.#options = options
  }

  async rebase(entry: OutboxEntry): Promise<ConflictOutcome> {
    const { outbox, store } = this.#options
    const base = { ...entry.base }
    let isConflict = false
    let merged: OutboxEntry = entry
    for (const ref of entry.rows) {
      const now = await this.#options.readRow(entry, ref)
      if (!now) return entry.rows.length > 1 ? this.dropDeleted(entry) : this.#refuseDeleted(entry)
      store.put(ref.kind, now.row, { isChange: true, version: now.version })
      const fields = findConflicts(entry, ref, now.row)
      const withTheirs = fields.length > 0 ? mergeDescription(merged, fields) : merged
      if (!withTheirs || this.#mayHideChanges(entry, ref, now)) isConflict = true
      else if (withTheirs !== merged) outbox.decide(entry.id, keepTheirsInUndo(fields[0]!, withTheirs))
      merged = withTheirs ?? merged
      base[toRowKey(ref)] = now.version
    }
    const rebased = (entry.rebased ?? 0) + 1
    if (isConflict || rebased > MAX_REBASES) {
      await this.askUser(entry, entry.rows.some((ref) => deletesRow(entry, ref)) ? 'deleting' : 'changed')
      return 'done'
    }
    await outbox.change({ ...omit(merged, 'sentAt'), base, key: createIdempotencyKey(), rebased })
    return 'done'
  }

  /** Removes deleted tasks from a bulk mutation, so that the others can be changed. */
  async dropDeleted(entry: OutboxEntry): Promise<ConflictOutcome> {
    const { outbox, store, readRow, resolveRef } = this.#options
    const found = await Promise.all(entry.rows.map(async (ref) => ({ ref, row: await readRow(entry, ref) })))
    const deleted = found.flatMap(({ ref, row }) => (row ? [] : [ref]))
    if (!deleted.length) return 'unchanged'
    const remaining = withoutRows(entry, new Set(deleted.map((ref) => toRowKey(ref))))
    if (!remaining) return this.#refuseDeleted(entry)
    for (const ref of deleted) store.drop(ref.kind, resolveRef(ref).id)
    await outbox.change({ ...omit(remaining, 'sentAt'), key: createIdempotencyKey() })
    return 'done'
  }

  /** Returns whether a row to be deleted may have changed in fields that were never shown. */
  #mayHideChanges({ incompleteRows = [], base }: OutboxEntry, ref: RowRef, now: FetchedRow): boolean {
    return incompleteRows.includes(toRowKey(ref)) && now.version !== base[toRowKey(ref)]
  }

  async #refuseDeleted(entry: OutboxEntry): Promise<ConflictOutcome> {
    const problem = createProblem(404, 'Not Found', failureTexts.deleted)
    await this.#options.outbox.refuse(entry, problem)
    return 'deleted'
  }

  async checkOldAttempt(entry: OutboxEntry): Promise<ConflictOutcome> {
    const result = createEmptyResult(entry)
    for (const ref of entry.rows) {
      const now = createsRow(entry, ref) ? undefined : await this.#options.readRow(entry, ref)
      const isThere = now ? isDone(entry, ref, now.row) : now === null && deletesRow(entry, ref)
      if (!isThere) {
        await this.askUser(entry, 'old')
        return 'done'
      }
      if (now) result.rows.push({ kind: ref.kind, row: now.row, version: now.version })
      else result.deletedRows.push(this.#options.resolveRef(ref))
    }
    if (!entry.rows.length) await this.askUser(entry, 'old')
    else await this.#options.outbox.confirm(result, undefined)
    return 'done'
  }

  async askUser(entry: OutboxEntry, reason: 'changed' | 'deleting' | 'old' = 'changed'): Promise<ConflictOutcome> {
    const versions: Record<string, number | undefined> = {}
    const fields = []
    let changer: { by: string | undefined; at: string | undefined } = { by: undefined, at: undefined }
    let conflictRow = entry.rows[0]
    for (const ref of entry.rows) {
      const now = createsRow(entry, ref) ? null : await this.#options.readRow(entry, ref)
      if (!now) continue
      versions[toRowKey(ref)] = now.version
      const found = findConflicts(entry, ref, now.row)
      if (found.length && !fields.length) {
        conflictRow = ref
        changer = await this.#options.findLastChange(this.#options.resolveRef(ref), now.row)
      }
      fields.push(...found)
    }
    const conflict: ConflictDetails = { reason, row: conflictRow, fields, versions, ...changer }
    await this.#options.outbox.change({ ...entry, state: 'conflict', conflict })
    return 'done'
  }
}

/** Fields that change without a user editing the row; ignored when it is to be deleted. */
const INCIDENTAL_FIELDS =
  /^(version|updated_(at|by)|comments|position|section_.*|has_.*|.*_count|tasks_.*|progress_percent|last_.*)$/

type Field = ConflictDetails['fields'][number]

/** Adding or removing one link never conflicts with changes of other links. */
const LINK_METHODS = /^tasks\.(add|remove)(Subtask|Dependency)$/
/** A position within a section never conflicts; the section does. */
const POSITION_FIELDS = new Set(['section_position'])

/** Fields of a task that follow each other, and count as one field. */
const PLACE_FIELDS = ['section_id', 'status']

/** Returns the fields that both changed, to different values. Without any, the entry can be sent again. */
export function findConflicts(entry: OutboxEntry, ref: RowRef, current: AnyRow): Field[] {
  if (LINK_METHODS.test(entry.method)) return []
  const row = toRowKey(ref)
  const before = entry.before[row] ?? {}
  const mine = deletesRow(entry, ref) ? undefined : getPatch(entry, ref)
  const names = mine ? listFieldNames(mine) : listDeletedNames(before, current)
  return names
    .filter(
      (name) => includesField(current, name) && getField(before, name) !== undefined && !POSITION_FIELDS.has(name),
    )
    .map((name) => ({
      row,
      name,
      before: getField(before, name),
      mine: mine && getField(mine, name),
      theirs: getField(current, name),
    }))
    .filter((field) => !isEqual(field.before, field.theirs) && !(mine && isEqual(field.mine, field.theirs)))
}

const listDeletedNames = (before: AnyRow, { custom }: AnyRow): string[] => [
  ...new Set([
    ...listFieldNames(before).filter((name) => !INCIDENTAL_FIELDS.test(name)),
    ...('custom' in before ? listFieldNames({ custom }) : []),
  ]),
]

const isDone = (entry: OutboxEntry, ref: RowRef, current: AnyRow): boolean => {
  const mine = getPatch(entry, ref)
  const names = listFieldNames(mine)
  return names.length > 0 && names.every((name) => isEqual(getField(mine, name), getField(current, name)))
}

type Fields = ConflictDetails['fields']

export type { ConflictDecision }

/** Applies the user's decision to a mutation. Returns no entry where nothing is left to send. */
export function resolveConflict(
  conflicting: OutboxEntry,
  isMine: boolean,
): { entry: OutboxEntry | undefined; decision: ConflictDecision } {
  const { conflict, sentAt: _sentAt, rebased: _rebased, ...entry } = conflicting
  const { fields, versions, reason } = conflict!
  const reset = {
    base: { ...entry.base, ...versions },
    state: 'pending',
    key: createIdempotencyKey(),
  } as const
  const dropTheirs = (mutation: InverseMutation) => dropFields(mutation, fields)
  if (!isMine) {
    const remaining = reason === 'changed' ? withoutFields(entry, fields) : undefined
    return {
      entry: remaining && { ...remaining, ...reset },
      decision: { forward: dropTheirs, back: dropTheirs },
    }
  }
  const before = { ...entry.before }
  for (const { row, name, theirs } of fields) before[row] = setField(before[row] ?? {}, name, theirs)
  const decision = {
    forward: (mutation: InverseMutation) => [mutation],
    back: (mutation: InverseMutation) => [withFields(mutation, fields)],
  }
  return { entry: { ...entry, before, ...reset }, decision }
}

function withoutFields<T extends MutationLike>(entry: T, fields: Fields): T | undefined {
  if (entry.method === 'tasks.bulkUpdate') return withoutRows(entry, new Set(fields.map(({ row }) => row)))
  if (!entry.method.endsWith('.update')) return undefined
  const dropped = new Set(fields.map(({ name }) => name))
  // Section and status follow each other, so they are decided together.
  if (PLACE_FIELDS.some((name) => dropped.has(name))) for (const name of PLACE_FIELDS) dropped.add(name)
  const omitDropped = (value: AnyRow) => omitFields(value, dropped)
  const patches = entry.optimisticPatches.map((one) =>
    one.type === 'patch' ? { ...one, patch: omitDropped(one.patch) } : one,
  )
  const args = entry.args.map((arg) => (typeof arg === 'object' && arg !== null ? omitDropped(arg as AnyRow) : arg))
  const hasChanges = args.some((arg) => typeof arg === 'object' && arg !== null && Object.keys(arg).length > 0)
  return hasChanges ? { ...entry, args, optimisticPatches: patches } : undefined
}

type MutationLike = Pick<OutboxEntry, 'method' | 'args' | 'rows' | 'optimisticPatches'>

function withoutRows<T extends MutationLike>(entry: T, rows: ReadonlySet<string>): T | undefined {
  const refs = entry.rows.filter((one) => !rows.has(toRowKey(one)))
  const [body, ...rest] = entry.args as [AnyRow, ...unknown[]]
  const ids = new Set(refs.map(({ id }) => id))
  const patches = entry.optimisticPatches.filter(({ id }) => ids.has(id))
  return refs.length
    ? { ...entry, rows: refs, optimisticPatches: patches, args: [{ ...body, task_ids: [...ids] }, ...rest] }
    : undefined
}

function dropFields(mutation: InverseMutation, fields: Fields): InverseMutation[] {
  const { rows: refs = [], optimisticPatches = [] } = mutation
  const single: InverseMutation & MutationLike = {
    ...mutation,
    rows: [refs].flat(),
    optimisticPatches: [optimisticPatches].flat(),
  }
  const remaining = withoutFields(single, fields)
  return remaining ? [remaining] : []
}

export async function findLastChange(
  svc: Svc,
  { kind, id }: RowRef,
  row: AnyRow,
  me: string | null,
): Promise<{ by: string | undefined; at: string | undefined }> {
  const [by, at] = [row.updated_by ?? undefined, row.updated_at ?? undefined] as (string | undefined)[]
  if (kind !== 'tasks' || (by !== undefined && by !== me)) return { by, at }
  const { data } = await svc.taskHistory.list({
    task_id: id,
    sort_by: 'created_at',
    sort_order: 'desc',
    limit: 20,
  })
  const other = data.find(({ created_by }) => created_by !== me)
  return { by: other?.created_by ?? by, at: other?.created_at ?? at }
}
