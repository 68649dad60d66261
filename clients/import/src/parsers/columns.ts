import { customFieldTypes } from '../format/custom-field-types.ts'
import { DataError } from '../format/errors.ts'

/** Properties that a column can mean, with the names by which it is recognized. */
export const csvProperties = {
  id: /^(id|key|task id|issue id|identifier|number)$/,
  title: /^(title|name|task|task name|summary|subject|content|card name)$/,
  description: /^(description|notes?|details|body|card description)$/,
  status: /^(status|state|stage)$/,
  section: /^(section|section\/column|column|list|list name|group|bucket( name)?)$/,
  project: /^(project|project name|projects|board( name)?)$/,
  priority: /^(priority|importance)$/,
  assignee: /^(assignee|assigned to|owner|responsible|members?|assignee email)$/,
  tags: /^(tags?|labels?|categories|category)$/,
  start_date: /^(start|start date|begin|start on)$/,
  due_date: /^(due|due date|deadline|end date|due on)$/,
  created_at: /^(created|created at|created on|creation date|date created)$/,
  completed_at: /^(completed|completed at|completed on|done at|date completed)$/,
  parent: /^(parent|parent task|parent id|parent key)$/,
  url: /^(url|link|permalink)$/,
} as const
/** `custom` alone lets the values decide the type of the custom field. */
export type CsvProperty =
  keyof typeof csvProperties | 'ignore' | 'extra' | 'custom' | `custom:${(typeof customFieldTypes)[number]}`

/** Names of the properties that a column map may contain. */
export const csvTargetNames = [
  ...Object.keys(csvProperties),
  'custom',
  ...customFieldTypes.map((type) => `custom:${type}`),
  'extra',
  'ignore',
]

/** Chooses the property of each column; those without one become custom fields. */
export function mapColumns(names: readonly string[], columnMap: Readonly<Record<string, string>>): CsvProperty[] {
  const unknown = Object.entries(columnMap).find(
    ([name, target]) => !names.includes(name) || !csvTargetNames.includes(target),
  )
  if (unknown)
    throw new DataError(
      'column_map',
      undefined,
      `${unknown.join(': ')} is no column of the file with one of ${csvTargetNames.join(', ')}.`,
    )
  const taken = new Set(Object.values(columnMap))
  return names.map((name) => {
    const chosen = columnMap[name] as CsvProperty | undefined
    if (chosen) return chosen
    const guess = Object.entries(csvProperties).find(
      ([target, pattern]) => !taken.has(target) && pattern.test(name.toLowerCase()),
    )
    if (!guess) return name === '' ? 'extra' : 'custom'
    taken.add(guess[0])
    return guess[0] as CsvProperty
  })
}

/** Returns the separator that the first lines have most often outside of quotes. */
export function detectDelimiter(sample: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((one) => [one, 0]))
  let quoted = false
  for (const character of sample.split('\n', 5).join('\n')) {
    if (character === '"') quoted = !quoted
    else if (!quoted && counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** Returns the rows at the beginning of a table, at most `max`; the last one may be incomplete if the text is cut. */
export function readFirstRows(text: string, max: number): string[][] {
  const delimiter = detectDelimiter(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    row.push(cell.trim())
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
    cell = ''
  }
  for (let i = 0; i < text.length && rows.length < max; i++) {
    const character = text[i]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[i + 1] === '"') cell += text[++i]!
      else quoted = false
    } else if (character === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (character === delimiter) {
      row.push(cell.trim())
      cell = ''
    } else if (character === '\n') endRow()
    else cell += character
  }
  if (rows.length < max) endRow()
  return rows
}

/** Decodes the beginning of a text file by its byte order mark, else as UTF-8, else as Windows-1252. */
export function decodeBeginning(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
