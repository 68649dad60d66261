import { DataError } from '../format/errors.ts'
import { openCsv, type CsvHeader, type OpenContent } from './csv.ts'
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
    for (const name of dropped) if (header.get(cells, name)) omitted.add(name)
  }
  if (site) setInstance?.(site)
  if (omitted.size > 0) notes.push(`Not imported: the columns ${[...omitted].join(', ')}.`)
  if (header.has('Attachment'))
    notes.push('The export has only links to attachments. They are in the metadata of the tasks.')
  return { header, issues, dates: { order, timeZone } }
}
