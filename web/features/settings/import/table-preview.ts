import { decodeBeginning, mapColumns, readFirstRows } from '@svc/import/columns'

const PREVIEW_BYTES = 64 * 1024
const PREVIEW_ROWS = 4

export interface TablePreview {
  names: string[]
  /** Property of each column. */
  meanings: string[]
  rows: string[][]
  /** Properties that the user chose, by name of the column. */
  columns: Record<string, string>
}

/** Reads the columns and the first rows of a table from the beginning of its file. */
export async function readTablePreview(file: File, columns: Record<string, string>): Promise<TablePreview> {
  const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer())
  const [header = [], ...rows] = readFirstRows(decodeBeginning(bytes).replace(/^\uFEFF/, ''), PREVIEW_ROWS)
  return { names: header, meanings: mapColumns(header, columns), rows, columns }
}
