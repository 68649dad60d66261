import type { Kind } from '@svc/import'
import type { DataArchive, NumberedRow } from '@svc/import/archive'
import { Caller, type Membership } from '../../../../core/caller.ts'
import { Context } from '../../../../core/context.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { findUserById } from '../../../../auth/users.ts'
import type { Db } from '../../../../db/database.ts'
import type { ImportRow } from '../queries.ts'
import { cutText } from './container-checks.ts'
import { buildSourceName } from '../source-rules.ts'
import {
  buildReportEntry,
  readExtra,
  type ImportedField,
  type ImportOutcome,
  type ImportState,
  type ReportEntry,
} from '../rules.ts'

/** Entries of a report; more are counted only, so that a broken file cannot fill the database. */
export const MAX_REPORT_ENTRIES = 20_000

const MAX_EXTRAS = 500
/** Characters of a name in the checkpoint, which is written with each batch. */
const MAX_EXTRA = 100
const REASON_FOR_EXTRA = 'has no counterpart here; its values are in the metadata of the tasks'
const REASON_FOR_UNREADABLE = 'was not understood; the value is in the metadata of the task'
/** Attributes whose values parsers leave as they are if they cannot read them. */
const parsedAttributes: ReadonlySet<string> = new Set([
  'status',
  'priority',
  'parent',
  'start_date',
  'due_date',
  'created_at',
  'updated_at',
  'completed_at',
])

/** One import as it runs: what it reads from, its checkpoint, and what it has counted and reported so far. */
export class ImportRun {
  readonly services: Dependencies
  readonly row: ImportRow
  readonly archive: DataArchive
  readonly #caller: Caller
  state: ImportState
  counts: ImportRow['counts']
  /** Entries that are not stored yet. */
  entries: ReportEntry[] = []
  reported: number
  /** Custom fields of the source by key, once they are imported. */
  fields: Map<string, ImportedField> | undefined

  constructor(services: Dependencies, row: ImportRow, archive: DataArchive, caller: Caller) {
    this.services = services
    this.row = row
    this.archive = archive
    this.#caller = caller
    this.state = structuredClone(row.state)
    this.counts = structuredClone(row.counts)
    this.reported = row.reported
  }

  /** System that the data come from. */
  get system(): string {
    return this.archive.manifest.source
  }

  /** Names the references. An import that an earlier version began has not stored it. */
  get source(): string {
    return this.state.source ?? buildSourceName(this.row, this.archive.manifest, this.isAdmin)
  }

  get orgId(): string {
    return this.row.org_id
  }

  get isAdmin(): boolean {
    return this.#caller.isOrgAdmin(this.row.org_id)
  }

  /** Returns whether the import may write what gives rights beyond a project. */
  get reachesTeams(): boolean {
    return this.isAdmin && this.row.project_id === null
  }

  createContext(db: Db): Context {
    return createImportContext(this.services, db, this.#caller)
  }

  count(kind: string, counter: string, by = 1): void {
    if (by === 0) return
    const counts = (this.counts[kind] ??= {})
    counts[counter] = (counts[counter] ?? 0) + by
  }

  /** Reports once for each property of the source without a counterpart that its values are in the metadata. */
  reportExtra(numbered: NumberedRow<'tasks'>): void {
    for (const [name, value] of Object.entries(readExtra(numbered.row))) {
      if (parsedAttributes.has(name) || name.startsWith('custom.'))
        this.report('changed', 'tasks', numbered, REASON_FOR_UNREADABLE, name, value)
      else if (
        !this.state.extras?.includes(cutText(name, MAX_EXTRA)) &&
        (this.state.extras?.length ?? 0) < MAX_EXTRAS
      ) {
        this.state.extras = [...(this.state.extras ?? []), cutText(name, MAX_EXTRA)]
        this.report('changed', 'tasks', numbered, REASON_FOR_EXTRA, name, value)
      }
    }
  }

  report(
    outcome: ImportOutcome,
    kind: string,
    at: Pick<NumberedRow<Kind>, 'line' | 'row'> | null,
    reason: string,
    field: string | null = null,
    value: unknown = null,
  ): void {
    this.count(kind, outcome)
    if (this.reported + this.entries.length >= MAX_REPORT_ENTRIES) return
    const place = { kind, line: at?.line ?? null, id: at?.row.id ?? null }
    this.entries.push(buildReportEntry(outcome, place, reason, field, value))
  }
}

export const createImportContext = (services: Dependencies, db: Db, caller: Caller): Context =>
  new Context({
    db,
    database: services.database,
    caller,
    requestId: '',
    ip: null,
    userAgent: null,
    millis: services.clock(),
    inTransaction: true,
    services,
  })

/** Returns a time of the source, but not one in the future, which later changes could not follow. */
export const toPastTime = (ctx: Context, time: string): string => {
  const iso = new Date(time).toISOString()
  return iso > ctx.now ? ctx.now : iso
}

/** Returns the user who started an import, or undoes it, as its caller, with the rights that they have now. */
export async function findImporter(services: Dependencies, row: ImportRow): Promise<Caller | null> {
  const { org_id, user_id, phase, state } = row
  const user = await findUserById(services.database, (phase === 'undoing' && state.undone_by) || user_id)
  const memberships: Membership[] = (user?.memberships ?? []).filter((one) => one.org_id === org_id)
  return user && memberships.length > 0 ? new Caller(user, memberships, null) : null
}
