import { DataError, type Kind, type Row } from '@svc/import'
import type { DataArchive } from '@svc/import/archive'
import type { Dependencies } from '../../../../core/dependencies.ts'
import type { Transaction } from '../../../../db/database.ts'
import { sql } from '../../../../db/sql.ts'
import { renameUsers, restoredTables } from '../rules.ts'

const BATCH_ROWS = 500

interface RestoredPerson {
  user_id: string
  username: string
}

type Columns = Record<string, unknown>

/** An organization as it is restored, in one transaction. */
export class RestoreRun {
  readonly services: Dependencies
  readonly trx: Transaction
  readonly archive: DataArchive
  readonly orgId: string
  readonly now: string
  /** People by their ids here. */
  people: ReadonlyMap<string, RestoredPerson> = new Map()
  /** New usernames by those of the archive, if they differ. */
  newNames: ReadonlyMap<string, string> = new Map()
  /** Keys of the custom fields whose values are users. */
  readonly peopleFields = new Set<string>()
  rewrite: <R>(row: R) => R = (row) => row
  readonly counts: Partial<Record<Kind, number>> = {}
  readonly notes: string[] = []

  constructor(services: Dependencies, trx: Transaction, archive: DataArchive, orgId: string) {
    this.services = services
    this.trx = trx
    this.archive = archive
    this.orgId = orgId
    this.now = new Date(services.clock()).toISOString()
  }

  renameUsers<V>(value: V): V {
    return renameUsers(value, { names: this.newNames, peopleFields: this.peopleFields }) as V
  }

  /** Reads the rows of a kind in batches, with the ids that they get. */
  async *batches<K extends Kind>(kind: K): AsyncGenerator<Row<K>[]> {
    let batch: Row<K>[] = []
    for await (const { row } of this.archive.rows(kind)) {
      batch.push(this.rewrite(row))
      if (batch.length < BATCH_ROWS) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }

  /** Inserts a row of the table for each row of a kind; leaves out those that become null. */
  async restoreKind<K extends Kind>(kind: K, toColumns: (row: Row<K>) => Columns | null): Promise<void> {
    const { table } = restoredTables[kind] ?? { table: kind }
    await this.restoreInto(table, kind, toColumns)
  }

  async restoreInto<K extends Kind>(table: string, kind: K, toColumns: (row: Row<K>) => Columns | null): Promise<void> {
    let count = 0
    for await (const batch of this.batches(kind)) {
      const rows = batch.map(toColumns).filter((row) => row !== null)
      await this.insert(table, kind, rows)
      count += rows.length
    }
    this.counts[kind] = count
  }

  /** Inserts rows with the same columns. */
  async insert(table: string, kind: Kind, rows: readonly Columns[]): Promise<void> {
    if (rows.length === 0) return
    const names = Object.keys(rows[0]!)
    const into = sql.raw(table)
    await this.query(
      kind,
      sql`
      insert into ${into} (org_id, ${sql.raw(names.join(', '))})
      select ${this.orgId}, ${sql.raw(names.map((name) => `e.${name}`).join(', '))}
      from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb) e`,
    )
  }

  /** Runs a statement; what the database rejects is a fault of the archive. */
  async query<R>(kind: Kind, statement: ReturnType<typeof sql<R>>): Promise<R[]> {
    try {
      return await this.trx.query(statement)
    } catch (error) {
      // Classes 22 and 23: data exceptions and violated constraints.
      if (!/^2[23]/.test(String((error as { code?: unknown }).code))) throw error
      throw new DataError(`${kind}.jsonl`, undefined, `the database rejects a row (${(error as Error).message}).`)
    }
  }

  findName(person: string | null | undefined): string | null {
    return (person != null && this.people.get(person)?.username) || null
  }

  /** Returns the columns of the owner of a section or view; those of users name them by username. */
  findOwner({ scope_type, scope }: { scope_type: string; scope: string }) {
    return { scope_type, scope_id: scope_type === 'user' ? this.findName(scope) : scope }
  }

  findUser(person: string | null | undefined): string | null {
    return (person != null && this.people.get(person)?.user_id) || null
  }

  /** Returns times and authors of a row. */
  audit(row: {
    created_at?: string | null
    created_by?: string | null
    updated_at?: string | null
    updated_by?: string | null
  }) {
    const created_at = row.created_at ?? this.now
    return {
      created_at,
      created_by: this.findName(row.created_by),
      updated_at: row.updated_at ?? created_at,
      updated_by: this.findName(row.updated_by),
    }
  }

  /** Returns times and authors of a row whose authors are required. */
  requiredAudit(row: Parameters<RestoreRun['audit']>[0]) {
    const { created_by, updated_by, ...times } = this.audit(row)
    return { ...times, created_by: created_by ?? FORMER_USER, updated_by: updated_by ?? FORMER_USER }
  }
}

/** Stands for an author whom the archive does not name; no username has blanks. */
export const FORMER_USER = 'former user'
