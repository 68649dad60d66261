import type { Entry } from '../format/kinds.ts'
import type { OpenContent } from './csv.ts'
import { parseGitHub } from './github.ts'
import { parseICalendar } from './ical.ts'
import { parseJira } from './jira.ts'
import { parseKaneo } from './kaneo.ts'
import { parseLinear } from './linear.ts'
import type { ParseOptions } from './options.ts'
import { parsePlainCsv } from './plain-csv.ts'
import { parsePlane } from './plane.ts'
import { parseTickTick } from './ticktick.ts'
import { parseTodoist } from './todoist.ts'
import { parseTrello } from './trello.ts'
import { parseVikunja } from './vikunja.ts'
import { parseWekan } from './wekan.ts'

export type { OpenContent } from './csv.ts'
export type { ParseOptions } from './options.ts'
export { csvProperties, mapColumns, type CsvProperty } from './columns.ts'
export { GitHubWriter } from './github-issues.ts'
export { guessStatus } from './text.ts'

const parsers = {
  csv: parsePlainCsv,
  trello: parseTrello,
  jira: parseJira,
  todoist: parseTodoist,
  linear: parseLinear,
  vikunja: parseVikunja,
  github: parseGitHub,
  ical: parseICalendar,
  ticktick: parseTickTick,
  plane: parsePlane,
  wekan: parseWekan,
  kaneo: parseKaneo,
} satisfies Record<string, (open: OpenContent, options: ParseOptions) => AsyncGenerator<Entry>>

export type FileSource = keyof typeof parsers
export const fileSources = Object.keys(parsers) as FileSource[]
/** Entries of the sources whose file is a zip archive; `open` reads this entry. */
export const zipEntries: Partial<Record<FileSource, string>> = { vikunja: 'data.json' }

/** Parses an export of another service. `open` is called more than once, so that nothing large is held. */
export const parseSource = (source: FileSource, open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> =>
  parsers[source](open, options)
