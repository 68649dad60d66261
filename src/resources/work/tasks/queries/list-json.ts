import { hashBody, type SerializedJson } from '../../../../http/result.ts'
import type { Context } from '../../../../core/context.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import type { FieldValues } from '../../fields/kinds.ts'
import { hasCustomValues, NO_CUSTOM_VALUES, type CustomSelector } from './custom-values.ts'
import { hasLinks, filterReadableLinks } from './readable-links.ts'
import { buildEditCheck, presentListFields, presentTaskColumns, type TaskEditAccess } from '../presenter.ts'
import type { TaskRow } from './rows.ts'

/** Listed task serialized as JSON, without the parts that depend on its reader. */
export interface SerializedRow extends TaskEditAccess {
  comments: number
  project_prefix: string | null
  /** Fields of the row as JSON, without the closing brace; null if they depend on the reader. Shares the page's memory. */
  head: Buffer | null
  /** Row itself instead of `head`, if it has links or custom values. */
  linked: TaskRow | null
  bytes: number
}

/** Approximate memory of an object and its map entry, besides the text. */
const ENTRY_OVERHEAD_BYTES = 600

export function serializeRow(row: TaskRow, project_prefix: string | null): SerializedRow {
  const { project_id, team_id, created_by, assignee, comments } = row
  const access = { project_id, team_id, created_by, assignee, comments, project_prefix }
  const json = JSON.stringify(presentTaskColumns(row, project_prefix))
  const depends = hasLinks(row) || hasCustomValues(row)
  // A row takes about three times the memory of its JSON.
  if (depends) {
    const length = json.length + JSON.stringify(row.custom).length
    return { ...access, head: null, linked: row, bytes: ENTRY_OVERHEAD_BYTES + 3 * length }
  }
  const head = Buffer.from(json.slice(0, -1))
  return { ...access, head, linked: null, bytes: ENTRY_OVERHEAD_BYTES + head.length }
}

interface RowForReader {
  text: SerializedRow
  editable: boolean
  /** Ids of linked tasks that the reader can read; null for all. */
  readable: readonly string[] | null
  custom: FieldValues
}

/** Tasks of a page for the caller, with a key that differs whenever anything but the rows differs. */
interface RowsForReader {
  rows: RowForReader[]
  readerKey: string
}

/** Computes the parts of a page that depend on its reader. `readable` has the readable linked tasks of each row. */
export function prepareRows(
  ctx: Context,
  visibility: OrgVisibility,
  texts: readonly SerializedRow[],
  readable: readonly (readonly string[] | null)[],
  selectCustom: CustomSelector,
): RowsForReader {
  const canEdit = buildEditCheck(ctx, visibility)
  let readerKey = ''
  const rows = texts.map((text, i) => {
    const editable = canEdit(text)
    readerKey += editable ? '+' : '-'
    if (!text.linked) return { text, editable, readable: readable[i]!, custom: NO_CUSTOM_VALUES }
    const custom = selectCustom(text.linked)
    readerKey += (readable[i]?.join() ?? '*') + (hasCustomValues(text.linked) ? JSON.stringify(custom) : '')
    return { text, editable, readable: readable[i]!, custom }
  })
  return { rows, readerKey }
}

/** Cached JSON of the last fields, by edit access and number of comments. */
const cachedEnds = { true: [] as Buffer[], false: [] as Buffer[] }

function serializeEnd(editable: boolean, comments: number): Buffer {
  const cached = cachedEnds[`${editable}`]
  const bytes = cached[comments] ?? Buffer.from(`,${JSON.stringify(presentListFields(editable, comments)).slice(1)}`)
  if (comments < 100) cached[comments] = bytes
  return bytes
}

const serializeLinkedHead = (
  row: TaskRow,
  prefix: string | null,
  readable: readonly string[] | null,
  custom: FieldValues,
): Buffer =>
  Buffer.from(
    JSON.stringify(Object.assign(presentTaskColumns(row, prefix, custom), filterReadableLinks(row, readable))).slice(
      0,
      -1,
    ),
  )

const comma = Buffer.from(',')
const start = Buffer.from('{"data":[')

/**
 * Returns a page as JSON, byte by byte what `presentTaskRows` returns. Cached rows become slices of it to save
 * memory.
 */
export function buildPageJson(rows: readonly RowForReader[], next: string | null): SerializedJson {
  const parts: Buffer[] = [start]
  for (const { text, editable, readable, custom } of rows) {
    if (parts.length > 1) parts.push(comma)
    parts.push(
      text.head ?? serializeLinkedHead(text.linked!, text.project_prefix, readable, custom),
      serializeEnd(editable, text.comments),
    )
  }
  parts.push(Buffer.from(`],"next_cursor":${JSON.stringify(next)}}`))
  const bytes = Buffer.concat(parts)
  let offset = start.length
  rows.forEach(({ text }, i) => {
    const [head, end] = [parts[3 * i + 1]!, parts[3 * i + 2]!]
    if (text.head) text.head = bytes.subarray(offset, offset + head.length)
    offset += head.length + end.length + comma.length
  })
  return { bytes, hash: hashBody(bytes) }
}
