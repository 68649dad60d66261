import { SvcProblem } from '@svc/sdk'
import type { CreateApiClient } from '../api/client.ts'
import { isBug } from '../api/bugs.ts'
import { callMethod, isTransient, createProblem, parseVersion } from './calls.ts'
import type { RowRef } from './types.ts'
import {
  listChangedRows,
  deletesRow,
  createsRow,
  toRowKey,
  listTemporaryIds,
  createEmptyResult,
  getPatch,
  replaceIds,
  type OutboxEntry,
  type MutationResult,
} from './mutations.ts'
import type { Outbox } from './outbox.ts'
import { ID_FIELDS, getRowId, type AnyRow } from './rows.ts'
import type { FetchedRow } from './row-reader.ts'
import type { RowStore } from './row-store.ts'
import { failureTexts } from '../messages/common.ts'

/** Age after which a retry might be applied twice: the server stores keys for 24 hours. */
const MAX_KEY_AGE_MS = 23 * 3_600_000

interface MutationSenderOptions {
  store: RowStore
  outbox: Outbox
  createClient: CreateApiClient
  readRow(ref: RowRef, scope?: string): Promise<FetchedRow | null>
  findLastChange(ref: RowRef, row: AnyRow): Promise<{ by: string | undefined; at: string | undefined }>
}

/** `minDelayMs` is the earliest retry, from Retry-After. */
type SendOutcome = 'done' | 'signed-out' | { retryAfterMs: number; minDelayMs: number }

export class MutationSender {
  #options: MutationSenderOptions

  constructor(options: MutationSenderOptions) {
    this.#options = options
  }

  async send(entry: OutboxEntry): Promise<SendOutcome> {
    try {
      if (isOld(entry)) {
        await this.#detectConflict(entry, 'checkOldAttempt')
        return 'done'
      }
      const ready = await this.#addBase(entry)
      return ready ? await this.#sendNow(ready) : 'done'
    } catch (error) {
      return this.#handleError(entry, error)
    }
  }

  async #addBase(entry: OutboxEntry): Promise<OutboxEntry | undefined> {
    const base = { ...entry.base }
    for (const ref of entry.rows) {
      if (createsRow(entry, ref) || base[toRowKey(ref)] !== undefined) continue
      const current = await this.#readCurrent(entry, ref)
      if (!current) continue
      const conflicts = await import('./conflicts.ts')
      if (conflicts.findConflicts(entry, ref, current.row).length) {
        await this.#detectConflict(entry, 'askUser')
        return undefined
      }
      base[toRowKey(ref)] = current.version
    }
    return { ...entry, base, sentAt: entry.sentAt ?? Date.now() }
  }

  async #sendNow(entry: OutboxEntry): Promise<SendOutcome> {
    const { outbox, createClient, store } = this.#options
    // Stored before it is sent, so that a later tab knows that it may have arrived.
    await outbox.change(entry)
    const match = await this.#buildIfMatch(entry)
    const svc = createClient({
      'idempotency-key': entry.key,
      ...(match !== undefined && { 'if-match': match }),
    })
    const args = replaceIds(entry.args, (id) => store.resolveId(id)) as unknown[]
    const { data, tag } = await callMethod(
      svc,
      entry.method,
      addVersions(entry, args, (id) => store.resolveId(id)),
    )
    await outbox.confirm(await this.#toResult(entry, data, parseVersion(tag)), data)
    return 'done'
  }

  async #buildIfMatch(entry: OutboxEntry): Promise<string | undefined> {
    const [ref, ...others] = entry.rows
    if (!ref || others.length || createsRow(entry, ref)) return undefined
    const version = entry.base[toRowKey(ref)]
    if (!version) return undefined
    // Replacing links needs the full ETag, since the version does not include them.
    const current = replacesLinks(entry) ? await this.#readCurrent(entry, ref) : undefined
    return current?.version === version ? current.tag : `"${version}-"`
  }

  async #toResult(entry: OutboxEntry, data: unknown, version: number | undefined): Promise<MutationResult> {
    const result = createEmptyResult(entry)
    for (const ref of listChangedRows(entry)) {
      const current = this.#resolveRef(ref)
      if (deletesRow(entry, ref)) {
        result.deletedRows.push(current)
        if (version !== undefined) result.versionBumps[toRowKey(current)] = [entry.base[toRowKey(ref)], version]
        continue
      }
      const responseRow = findRow(data, current, createsRow(entry, ref))
      const found = responseRow
        ? { row: responseRow, version: getVersion(responseRow) ?? version }
        : await this.#readCurrent(entry, current).catch(() => null)
      if (!found) continue
      const id = getRowId(ref.kind, found.row)
      if (createsRow(entry, ref) && id !== ref.id) result.assignedIds.push([ref.id, id])
      result.rows.push({ kind: ref.kind, row: found.row, version: found.version })
      result.patches.push({ kind: ref.kind, id, patch: pickUnconfirmed(getPatch(entry, ref), found.row) })
      // A later read may include other changes, so the version of the response itself is used.
      const to = responseRow ? found.version : version
      const from = createsRow(entry, ref) ? undefined : entry.base[toRowKey(ref)]
      if (to !== undefined) result.versionBumps[toRowKey({ kind: ref.kind, id })] = [from, to]
    }
    return result
  }

  async #handleError(entry: OutboxEntry, error: unknown): Promise<SendOutcome> {
    const { outbox } = this.#options
    if (isBug(error)) {
      globalThis.reportError?.(error)
      await outbox.refuse(entry, BUG_PROBLEM)
      return 'done'
    }
    if (!(error instanceof SvcProblem)) return computeBackoff(entry.tries)
    const { status, headers } = error
    if (status === 401) return 'signed-out'
    if (isTransient(error)) return computeBackoff(entry.tries, Number(headers.get('retry-after')) * 1000 || 0)
    if (status === 412)
      return this.#detectConflict(entry, 'rebase').then(
        () => 'done',
        (nested: unknown) => this.#handleError(entry, nested),
      )
    const isBulk = status === 422 && entry.rows.length > 1
    if (isBulk && (await this.#detectConflict(entry, 'dropDeleted').catch(() => 'unchanged')) !== 'unchanged')
      return 'done'
    await outbox.refuse(entry, error)
    for (const ref of entry.rows) if (!createsRow(entry, ref)) void this.#refreshRow(ref)
    return 'done'
  }

  /** Loads conflict detection, which most sessions never need. */
  async #detectConflict(
    entry: OutboxEntry,
    step: 'rebase' | 'dropDeleted' | 'checkOldAttempt' | 'askUser',
  ): Promise<'done' | 'unchanged'> {
    const conflicts = await import('./conflicts.ts')
    const { readRow: _readRow, createClient: _createClient, ...options } = this.#options
    const detector = new conflicts.ConflictDetector({
      ...options,
      readRow: (entry, ref) => this.#readCurrent(entry, ref),
      resolveRef: (ref) => this.#resolveRef(ref),
    })
    const outcome = await detector[step](entry)
    if (outcome === 'deleted') for (const ref of entry.rows) void this.#refreshRow(ref)
    return outcome === 'unchanged' ? outcome : 'done'
  }

  async #refreshRow(ref: RowRef): Promise<void> {
    const current = await this.#options.readRow(this.#resolveRef(ref)).catch(() => undefined)
    if (current) this.#options.store.put(ref.kind, current.row, { isChange: true, version: current.version })
    else if (current === null) this.#options.store.drop(ref.kind, this.#resolveRef(ref).id)
  }

  #readCurrent(entry: OutboxEntry, ref: RowRef): Promise<FetchedRow | null> {
    const current = this.#resolveRef(ref)
    return this.#options.readRow(
      current,
      findSectionScope(entry, this.#options.store.getServerRow('tasks', current.id)),
    )
  }

  #resolveRef(ref: RowRef): RowRef {
    return { ...ref, id: this.#options.store.resolveId(ref.id) }
  }
}

const BUG_PROBLEM = createProblem(400, 'Error', failureTexts.bug)

/** Returns whether the server may have forgotten the key, also after a clock was set back. */
const isOld = ({ sentAt }: OutboxEntry): boolean =>
  sentAt !== undefined && Math.abs(Date.now() - sentAt) > MAX_KEY_AGE_MS

/** Returns the scope whose sections the entry changes, since a task alone does not include its section. */
function findSectionScope(entry: OutboxEntry, task: AnyRow | null | undefined): string | undefined {
  const { method, args, optimisticPatches, rows } = entry
  // A change of the status that shows another section is compared in the project.
  if (method === 'tasks.update' && task?.project_id && rows.some((ref) => 'section_id' in getPatch(entry, ref)))
    return `project:${task.project_id as string}`
  if (method !== 'tasks.setSection' || !optimisticPatches.length) return undefined
  const { scope_type, scope_id } = args[1] as Record<string, string | undefined>
  if (scope_type === undefined) return undefined
  return scope_type === 'user' ? 'user:me' : `${scope_type}:${scope_id}`
}

const MIN_RETRY_DELAY_MS = 500

function computeBackoff(tries: number, retryAfterMs = 0): SendOutcome {
  const least = Math.max(MIN_RETRY_DELAY_MS, retryAfterMs)
  return {
    retryAfterMs: Math.max(MIN_RETRY_DELAY_MS + Math.random() * Math.min(60_000, 1000 * 2 ** tries), least),
    minDelayMs: least,
  }
}

export const hasPendingRow = (entry: OutboxEntry, store: RowStore): boolean => {
  const own = new Set(entry.rows.filter((ref) => createsRow(entry, ref)).map(({ id }) => id))
  for (const id of listTemporaryIds([entry.args, entry.rows])) if (!own.has(id) && store.isUnassigned(id)) return true
  return false
}

const replacesLinks = ({ method, args }: OutboxEntry): boolean =>
  method === 'tasks.update' &&
  args.some((arg) => typeof arg === 'object' && arg !== null && ('sub_tasks' in arg || 'dependencies' in arg))

/** Adds versions to the body of a bulk mutation, which If-Match cannot express. */
function addVersions(entry: OutboxEntry, args: unknown[], resolveId: (id: string) => string): unknown[] {
  if (entry.method !== 'tasks.bulkUpdate') return args
  const versions: Record<string, number> = {}
  for (const ref of entry.rows) {
    const version = entry.base[toRowKey(ref)]
    if (version) versions[resolveId(ref.id)] = version
  }
  const [body, ...rest] = args
  return [{ ...(body as object), versions }, ...rest]
}

const getVersion = (row: AnyRow): number | undefined => row.version as number | undefined

/** Returns the row in a response, if it contains the row; link operations return something else. */
function findRow(data: unknown, { kind, id }: RowRef, isCreate: boolean): AnyRow | undefined {
  const many = data as { data?: AnyRow[]; tasks?: AnyRow[] } | undefined
  const rows = [many?.data ?? many?.tasks ?? data].flat() as (AnyRow | undefined)[]
  return rows.find(
    (row) =>
      row && 'created_at' in row && row[ID_FIELDS[kind]] !== undefined && (isCreate || getRowId(kind, row) === id),
  )
}

const pickUnconfirmed = (patch: AnyRow, row: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(patch).filter(([name]) => !(name in row)))
