import { closeSync, openAsBlob, openSync, readSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Import, ImportRequest } from '@svc/sdk'
import { importsCreate, importsRead, importsReport, importsUndo } from '@svc/sdk/operations'
import type { CommonFlags, Context } from '../context.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { startProgress } from '../output/progress.ts'
import { printResult } from '../output/rows.ts'
import { openSession, requireOrgId, type Session } from '../session/session.ts'

interface ImportFlags extends CommonFlags {
  source?: string
  dryRun?: boolean
  into?: string
  map?: readonly string[]
  user?: readonly string[]
  statusMap?: readonly string[]
  timeZone?: string
  notify?: boolean
  repo?: string
  apiUrl?: string
  undo?: boolean
}

interface PullOptions {
  repo: string | undefined
  apiUrl: string | undefined
  /** File that receives the archive. */
  path: string
  folder: string
}

const pulledSources: Record<string, () => Promise<(context: Context, options: PullOptions) => Promise<void>>> = {
  planka: async () => (await import('../import/planka.ts')).pullPlanka,
  github: async () => (await import('../import/github.ts')).pullGitHub,
  gitlab: async () => (await import('../import/gitlab.ts')).pullGitLab,
}

const POLL_MS = 500
const MAX_REPORT_LINES = 20

/** Uploads a file, waits for its import and prints the result. Sources without files are read through their API first. */
export async function importFile(context: Context, flags: ImportFlags, file: string): Promise<void> {
  const session = openSession(context, flags)
  if (flags.undo) return undoImport(context, session, flags, file)
  const pull = pulledSources[file]
  if (!pull) return uploadImport(context, session, flags, file, flags.source ?? guessSource(file))
  const folder = await mkdtemp(join(tmpdir(), 'svc-import-'))
  try {
    const path = join(folder, `${file}.zip`)
    await (
      await pull()
    )(context, { repo: flags.repo, apiUrl: flags.apiUrl, path, folder })
    await uploadImport(context, session, flags, path, 'neutral')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Beginnings of JSON files by source; a list has issues of `gh`. */
const jsonSources: readonly (readonly [RegExp, string])[] = [
  [/^\[/, 'github'],
  [/^\{\s*"_format"\s*:\s*"wekan/, 'wekan'],
  [/^\{\s*"project"\s*:/, 'kaneo'],
]

/** Guesses the source by the extension, that of a JSON file also by its beginning. */
function guessSource(file: string): string {
  const beginning = /\.json$/i.test(file) ? readBeginning(file) : ''
  const known = jsonSources.find(([pattern]) => pattern.test(beginning))
  if (known) return known[1]
  const source = { '.json': 'trello', '.zip': 'neutral', '.csv': 'csv', '.ics': 'ical' }[extname(file).toLowerCase()]
  if (!source)
    throw usageError(
      `Name the source of ${file}: --source trello, jira, todoist, linear, vikunja, ticktick, ical, plane, wekan, kaneo, github, csv or neutral`,
    )
  return source
}

function readBeginning(file: string): string {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return ''
  const beginning = Buffer.alloc(64)
  const opened = openSync(file, 'r')
  try {
    return beginning.toString('utf8', 0, readSync(opened, beginning)).replace('\uFEFF', '').trimStart()
  } finally {
    closeSync(opened)
  }
}

const parseMap = (pairs: readonly string[] = [], flag: string): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=')
      if (at < 1) throw usageError(`${flag}: ${JSON.stringify(pair)} is not valid. Write NAME=VALUE`)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )

async function uploadImport(
  context: Context,
  session: Session,
  flags: ImportFlags,
  path: string,
  source: string,
): Promise<void> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw usageError(`There is no file ${path}`)
  const request = {
    org_id: await requireOrgId(session),
    source,
    dry_run: flags.dryRun ?? false,
    ...(flags.into && { project_id: flags.into }),
    ...(flags.map && { column_map: parseMap(flags.map, '--map') }),
    ...(flags.user && { user_map: parseMap(flags.user, '--user') }),
    ...(flags.statusMap && { status_map: parseMap(flags.statusMap, '--status-map') }),
    ...(flags.timeZone && { timezone: flags.timeZone }),
    ...(flags.notify && { notify: true }),
  } as ImportRequest
  const file = new File([await openAsBlob(path)], basename(path))
  const progress = startProgress(context, basename(path))
  const options = { signal: context.signal, ...(progress && { onProgress: progress.update }) }
  const created = await importsCreate(session.svc, { import: request, file }, options)
  progress?.end()
  const done = await waitForImport(context, session, created)
  await printImport(context, session, flags, done)
}

async function undoImport(context: Context, session: Session, flags: ImportFlags, id: string): Promise<void> {
  const started = await importsUndo(session.svc, id, { signal: context.signal })
  await printImport(context, session, flags, await waitForImport(context, session, started))
}

const isFinal = ({ phase }: Import) => phase === 'finished' || phase === 'failed' || phase === 'undone'

async function waitForImport(context: Context, { svc }: Session, created: Import): Promise<Import> {
  let current = created
  let noted = ''
  while (!isFinal(current)) {
    await pause(POLL_MS, undefined, { signal: context.signal })
    current = await importsRead(svc, created.import_id, { signal: context.signal })
    const { step, done, total } = current.progress
    const text = step ? `${current.phase}: ${step}, ${done}${total === null ? '' : ` of ${total}`} done` : current.phase
    if (text !== noted && context.process.stderr.isTTY) context.note(text)
    noted = text
  }
  return current
}

async function printImport(context: Context, { svc }: Session, flags: ImportFlags, done: Import): Promise<void> {
  if (done.phase === 'failed')
    throw new CliError(
      `${flags.undo ? 'The undo' : 'The import'} failed: ${done.error ?? 'unknown reason'}`,
      exitCodes.failure,
    )
  const counts = Object.entries(done.counts as Record<string, Record<string, number>>).map(
    ([kind, results]) =>
      `${kind}: ${Object.entries(results)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}`,
  )
  for (const note of done.notes) context.note(note)
  if (done.reported > 0) await noteReport(context, svc, done)
  printResult(context, done, [...counts, describeEnd(done)], flags)
}

function describeEnd({ phase, dry_run, import_id }: Import): string {
  if (phase === 'undone') return 'The import is undone.'
  return dry_run ? 'Nothing was changed: this was a dry run.' : `Undo: svc import ${import_id} --undo`
}

async function noteReport(context: Context, svc: Session['svc'], done: Import): Promise<void> {
  // The entries of an undo are the last ones.
  const order = done.phase === 'undone' ? ({ sort_by: 'entry', sort_order: 'desc' } as const) : {}
  const query = { limit: MAX_REPORT_LINES, ...order }
  const { data } = await importsReport(svc, done.import_id, query, { signal: context.signal })
  for (const { outcome, kind, external_id, field, reason } of data)
    context.note(`${outcome}: ${kind} ${external_id ?? ''}${field ? ` (${field})` : ''}: ${reason}`)
  if (done.reported > data.length)
    context.note(`… ${done.reported - data.length} more: svc api GET /v1/imports/${done.import_id}/report`)
}
