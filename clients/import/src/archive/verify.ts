import { DataError } from '../format/errors.ts'
import type { KindDeclaration } from '../format/fields.ts'
import { kindNames, kinds, type Kind } from '../format/kinds.ts'
import { IdTable } from './id-table.ts'
import type { DataArchive } from './reader.ts'

const partOf: Record<string, Kind> = { project: 'projects', team: 'teams', user: 'people' }

/**
 * Reads the whole archive and throws a `DataError` at the first fault: content that is not what the manifest says, invalid
 * rows, ids that exist twice, ids of rows that do not exist, parents that form a cycle. Files are read if `files` is true.
 */
export async function verifyArchive(archive: DataArchive, { files = true } = {}): Promise<void> {
  const tables = new Map<Kind, IdTable>()
  // The first: rows of the kinds before it name their authors.
  for (const kind of ['people', ...kindNames.filter((name) => name !== 'people')] as Kind[])
    tables.set(kind, await verifyKind(archive, kind, tables))
  if (!files) return
  for (const { path, kind } of archive.manifest.parts) if (!kind) for await (const _ of await archive.openFile(path));
}

async function verifyKind(archive: DataArchive, kind: Kind, earlier: ReadonlyMap<Kind, IdTable>): Promise<IdTable> {
  const { fields, parent }: KindDeclaration = kinds[kind]
  const part = `${kind}.jsonl`
  const table = new IdTable()
  const tables = new Map([...earlier, [kind, table]])
  for await (const { line, row } of archive.rows(kind))
    if (table.add(row.id) === -1) throw new DataError(part, line, `the id ${JSON.stringify(row.id)} exists twice.`)
  const references = Object.entries(fields).flatMap(([name, { ref }]) => (ref ? [[name, ref as Kind] as const] : []))
  if (references.length === 0 && !('scope' in fields)) return table
  const parents = parent ? new Int32Array(table.size).fill(-1) : undefined
  for await (const { line, row } of archive.rows(kind)) {
    const values = row as Record<string, unknown>
    for (const [name, target] of references) requireKnown(values[name], tables.get(target)!, `${name} is`, part, line)
    if ('scope' in fields)
      requireKnown(values['scope'], tables.get(partOf[String(values['scope_type'])]!)!, 'scope is', part, line)
    if (parents && typeof values[parent!] === 'string') parents[line - 1] = table.find(values[parent!] as string)
  }
  if (parents) rejectCycle(parents, part)
  return table
}

function requireKnown(value: unknown, table: IdTable, subject: string, part: string, line: number): void {
  for (const id of Array.isArray(value) ? value : [value])
    if (typeof id === 'string' && table.find(id) === -1)
      throw new DataError(part, line, `${subject} ${JSON.stringify(id)}, which does not exist.`)
}

/** Marks each chain of parents as it is followed; a mark of the same chain is a cycle. */
function rejectCycle(parents: Int32Array, part: string): void {
  const chains = new Int32Array(parents.length)
  for (let start = 0; start < parents.length; start += 1) {
    for (let row = start; row !== -1 && chains[row] !== -1; row = parents[row]!) {
      if (chains[row] === start + 1) throw new DataError(part, row + 1, 'the row is its own ancestor.')
      if (chains[row] !== 0) break
      chains[row] = start + 1
    }
  }
}
