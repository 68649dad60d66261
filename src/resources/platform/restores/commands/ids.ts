import { DataError, kindNames, type Kind } from '@svc/import'
import type { DataArchive } from '@svc/import/archive'
import { newId, newUuid, isUuid, SYSTEM_ORG_ID } from '../../../../core/ids.ts'
import type { Db, Transaction } from '../../../../db/database.ts'
import { sql } from '../../../../db/sql.ts'
import { hasIdForm, restoredTables } from '../rules.ts'

const CHUNK_IDS = 5000

/** Ids that differ from those of the archive. */
export interface NewIds {
  orgId: string
  /** New ids by those of the archive; with those of people and the organization. */
  ids: Map<string, string>
  renamed: Map<Kind, string[]>
}

/** Keeps the id of the organization unless one of the server has it. */
export async function chooseOrganizationId(db: Db, archive: DataArchive, millis: number): Promise<string> {
  const formerId = await findOrganizationId(archive)
  if (formerId === null || !isUuid(formerId)) return newUuid(millis)
  const taken = await db.query(sql`select from organizations where org_id = ${formerId}`)
  return taken.length === 0 ? formerId : newUuid(millis)
}

/** Keeps the ids that no row of the server has, and chooses new ones for the others. */
export async function chooseIds(
  trx: Transaction,
  archive: DataArchive,
  orgId: string,
  millis: number,
): Promise<NewIds> {
  const orgIds = (
    await trx.query(sql<{ org_id: string }>`
    select distinct org_id from user_organizations`)
  ).map(({ org_id }) => org_id)
  const formerId = await findOrganizationId(archive)
  const chosen: NewIds = { orgId, ids: new Map(), renamed: new Map() }
  if (formerId !== null && formerId !== orgId) chosen.ids.set(formerId, orgId)
  const others = orgIds.filter((id) => id !== SYSTEM_ORG_ID)
  for (const kind of kindNames)
    if (restoredTables[kind])
      for await (const ids of readIds(archive, kind)) await renameTaken(trx, kind, ids, others, chosen, millis)
  return chosen
}

async function findOrganizationId(archive: DataArchive): Promise<string | null> {
  for await (const { row } of archive.rows('organization')) return row.id
  return null
}

async function* readIds(archive: DataArchive, kind: Kind): AsyncGenerator<string[]> {
  let ids: string[] = []
  for await (const { line, row } of archive.rows(kind)) {
    if (!hasIdForm(row.id))
      throw new DataError(
        `${kind}.jsonl`,
        line,
        `${JSON.stringify(row.id)} is no id of a svc server. Import the file instead.`,
      )
    ids.push(row.id)
    if (ids.length < CHUNK_IDS) continue
    yield ids
    ids = []
  }
  if (ids.length > 0) yield ids
}

async function renameTaken(
  trx: Transaction,
  kind: Kind,
  ids: string[],
  orgIds: string[],
  { ids: map, renamed }: NewIds,
  millis: number,
): Promise<void> {
  const { table, column, prefix } = restoredTables[kind]!
  const rows =
    orgIds.length === 0
      ? []
      : await trx.query(sql<{ id: string }>`
          select x.${sql.raw(column)} as id from ${sql.raw(table)} x
          where x.org_id = any(${orgIds}::uuid[]) and x.${sql.raw(column)} = any(${ids}::text[])`)
  const taken = new Set(rows.map(({ id }) => id))
  const changed = ids.filter((id) => taken.has(id))
  for (const id of changed) map.set(id, newId(prefix, millis))
  if (changed.length > 0) renamed.set(kind, [...(renamed.get(kind) ?? []), ...changed])
}
