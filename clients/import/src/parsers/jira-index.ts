import { DataError } from '../format/errors.ts'
import { openCsv, type CsvHeader, type OpenContent } from './csv.ts'
import { CustomColumns } from './custom-columns.ts'
import { detectDateOrder, type DateOrder } from './dates.ts'
import type { ParseOptions } from './options.ts'

export interface JiraIssue {
  id: string
  key: string
  isEpic: boolean
}

/** Facts of the whole file that its rows refer to. */
export interface JiraIndex {
  header: CsvHeader
  issues: Map<string, JiraIssue>
  dates: { order: DateOrder | undefined; timeZone: string }
  custom: CustomColumns
}

const customPattern = /^Custom field \((?!epic (?:link|name)\)|rank\))(.+)\)$/i
/** Returns the name of the custom field in a column, except for those with a meaning of their own. */
export const parseCustomName = (column: string): string | undefined => customPattern.exec(column)?.[1]
const toColumn = (name: string): string => `Custom field (${name})`
/** Returns the values of a custom field in a row. */
export const readCustomCells = (header: CsvHeader, cells: readonly string[], name: string): string[] =>
  header.all(cells, toColumn(name))

/** Returns the project of an issue, and the prefix of its key. */
export function readProjectKey(header: CsvHeader, cells: readonly string[], key: string) {
  const prefix = /^([A-Z][A-Z0-9_]+)-\d+$/i.exec(key)?.[1]?.toUpperCase()
  return { project: header.get(cells, 'Project key') ?? prefix ?? 'Jira', prefix }
}

const dateColumns = ['Created', 'Updated', 'Due date', 'Due Date', 'Resolved']
/** Columns that are not imported. */
const dropped = ['Project type', 'Project lead', 'Project url', 'Last Viewed']

/** Finds the site in a link to an attachment, or to the issue in the API. */
const findSite = (text: string): string | undefined =>
  /https?:\/\/([^/;\s]+)(?:\/[^;\s]*)?\/(?:secure\/attachment|rest\/api)\//i.exec(text)?.[1]?.toLowerCase()

/** Reads what rows refer to, and notes what is left out. */
export async function readJiraIndex(
  open: OpenContent,
  { timeZone = 'UTC', notes, setInstance }: ParseOptions,
): Promise<JiraIndex> {
  const { header, rows } = await openCsv(open)
  if (!header.has('Summary') || !(header.has('Issue key') || header.has('Issue id')))
    throw new DataError('file', 1, 'it is not the CSV export of Jira: it has no columns Summary and Issue key.')
  const issues = new Map<string, JiraIssue>()
  const omitted = new Set<string>()
  const custom = new CustomColumns(
    [...new Set(header.names)].flatMap((column) => {
      const name = parseCustomName(column)
      return name === undefined ? [] : [{ name }]
    }),
  )
  let site: string | undefined
  let order: DateOrder | undefined
  for await (const { cells } of rows) {
    const id = header.get(cells, 'Issue id', 'Issue key')
    if (id === undefined) continue
    const key = header.get(cells, 'Issue key') ?? id
    const issue = { id, key, isEpic: /^epic$/i.test(header.get(cells, 'Issue Type') ?? '') }
    issues.set(id, issue)
    issues.set(key, issue)
    order ??= detectDateOrder(dateColumns.flatMap((name) => header.get(cells, name) ?? []))
    site ??= [...header.all(cells, 'Attachment'), ...header.all(cells, 'Self')].flatMap((one) => findSite(one) ?? [])[0]
    // Goals have no custom fields.
    if (!issue.isEpic)
      for (const name of custom.names)
        custom.observe(name, readProjectKey(header, cells, key).project, readCustomCells(header, cells, name))
    for (const name of dropped) if (header.get(cells, name)) omitted.add(name)
  }
  if (site) setInstance?.(site)
  if (omitted.size > 0) notes.push(`Not imported: the columns ${[...omitted].join(', ')}.`)
  if (header.has('Attachment'))
    notes.push('The export has only links to attachments. They are in the metadata of the tasks.')
  return { header, issues, dates: { order, timeZone }, custom }
}
