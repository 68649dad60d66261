import { CSV_MEDIA_TYPE, toCsv } from '../../../core/csv.ts'
import { conflict, invalid, Problem } from '../../../core/errors.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { isTimeZone } from '../../../core/time-zones.ts'
import { prefersMediaType } from '../../../http/content-negotiation.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import {
  discardFile,
  findStoredFile,
  markFileReferenced,
  respondWithDownload,
  storeFile,
} from '../../../http/uploads/stored-files.ts'
import { importEvents } from './events.ts'
import { loadImportForChange, loadReadableImport, requireImporter, requireImportReader } from './policy.ts'
import { presentImport } from './presenter.ts'
import * as queries from './queries.ts'
import { canUndo, isArchiveSource, mergeOptions, reportColumns } from './rules.ts'
import {
  importAgain,
  importCreate,
  importListQuery,
  importParams,
  importReportEntry,
  importSchema,
  type ImportAgain,
} from './schema.ts'

const path = '/v1/imports/{import_id}'
const MAX_FILE_MB = 2048
/** JSON lines. */
const NDJSON = 'application/x-ndjson'
const READ_REQUIREMENT = 'Requires: user who started the import, or organization admin.'

const pickOptions = ({ user_map, status_map, column_map, timezone, notify }: ImportAgain) =>
  Object.fromEntries(
    Object.entries({ user_map, status_map, column_map, timezone, notify }).filter(([, value]) => value != null),
  )

function requireTimeZone(timezone: string | null | undefined, loc: string[]): void {
  if (timezone != null && !isTimeZone(timezone)) throw invalid(loc, 'is not a known time zone')
}

export const createImportOperation = defineOperation({
  id: 'imports.create',
  method: 'POST',
  path: '/v1/imports',
  summary: 'Create an import',
  description:
    `Uploads an export of another service, at most ${MAX_FILE_MB} MB, and imports it in the background. Send the part \`import\` ` +
    '(JSON) before the part `file`. A second import of the same source updates what changed only in the source. Imports are ' +
    'quiet: they emit `import.completed` instead of an event for each change. Requires: organization admin; for a ' +
    '`csv`, `neutral`, `planka`, `github` or `gitlab` file with `project_id`, owner of the project.',
  scope: 'projects:write',
  upload: { description: 'Export of another service, or an archive of the data format.', maxMegabytes: MAX_FILE_MB },
  body: importCreate,
  reply: { status: 201, schema: importSchema, created: '/v1/imports/{import_id}' },
  problems: { 404: 'The project does not exist, or the caller cannot read it.' },
  emits: importEvents,
  authorize: ({ ctx, body }) => requireImporter(ctx, body.import),
  async sideEffect({ ctx, target, body, file }) {
    requireTimeZone(body.import.timezone, ['body', 'import', 'timezone'])
    return storeFile(ctx, target.org_id, file)
  },
  compensate: ({ ctx }, stored) => discardFile(ctx, stored),
  async handle({ ctx, target, body, file, sideEffectResult }) {
    await markFileReferenced(ctx, sideEffectResult)
    const { source, project_id = null, dry_run = false, ...options } = body.import
    const isData = isArchiveSource(source)
    const { file_id } = sideEffectResult
    const row = await queries.insertImport(ctx, {
      org_id: target.org_id,
      source,
      file_name: file.name,
      project_id,
      dry_run,
      options: pickOptions(options),
      upload_file_id: isData ? null : file_id,
      data_file_id: isData ? file_id : null,
      phase: isData ? 'checking' : 'reading',
    })
    return respond(presentImport(row, ctx.millis), row.version)
  },
})

export const listImportsOperation = defineOperation({
  id: 'imports.list',
  method: 'GET',
  path: '/v1/imports',
  summary: 'List imports',
  description: 'Returns imports, newest first: admins see all of the organization, others their own.',
  scope: 'projects:read',
  query: importListQuery,
  list: queries.importSorts,
  reply: { status: 200, schema: s.pageSchema(importSchema) },
  authorize: ({ ctx, query }) => requireImportReader(ctx, query),
  async handle({ ctx, target, list }) {
    const found = await queries.selectImportPage(ctx, list, target.org_id, target.userId)
    return respondWithPage(ctx, list, found, (row) => presentImport(row, ctx.millis))
  },
})

export const readImportOperation = defineOperation({
  id: 'imports.read',
  method: 'GET',
  path,
  summary: 'Get an import',
  description: `Returns an import with its phase, progress and counts. ${READ_REQUIREMENT}`,
  scope: 'projects:read',
  params: importParams,
  reply: { status: 200, schema: importSchema },
  authorize: loadReadableImport,
  handle: async ({ ctx, target }) => respond(presentImport(target, ctx.millis), target.version),
})

export const listImportReportOperation = defineOperation({
  id: 'imports.report',
  method: 'GET',
  path: `${path}/report`,
  summary: 'List the report of an import',
  description:
    'Returns what was left out, adapted or in conflict. With `Accept: text/csv` or `application/x-ndjson`, the response is the ' +
    `whole report, one entry a line; cells that a spreadsheet would run as a formula start with \`'\`. ${READ_REQUIREMENT}`,
  scope: 'projects:read',
  params: importParams,
  list: queries.reportSorts,
  reply: { status: 200, schema: s.pageSchema(importReportEntry), also: { 'text/csv': s.text(), [NDJSON]: s.text() } },
  authorize: loadReadableImport,
  async handle({ ctx, target, list }) {
    if (prefersMediaType('text/csv', ctx.accept)) {
      const entries = await queries.listReport(ctx, target)
      const rows = entries.map((entry) => reportColumns.map((name) => entry[name]))
      return { ...respond(toCsv(reportColumns, rows), target.version), contentType: CSV_MEDIA_TYPE }
    }
    if (prefersMediaType(NDJSON, ctx.accept)) {
      const entries = await queries.listReport(ctx, target)
      const lines = entries.map((entry) => `${JSON.stringify(pickProperties(importReportEntry, entry))}\n`)
      return { ...respond(lines.join(''), target.version), contentType: NDJSON }
    }
    const found = await queries.selectReportPage(ctx, list, target)
    return respondWithPage(ctx, list, found, (entry) => pickProperties(importReportEntry, entry))
  },
})

export const downloadImportOperation = defineOperation({
  id: 'imports.download',
  method: 'GET',
  path: `${path}/source`,
  summary: 'Download the data of an import',
  description: `Returns the file in the data format of svc, for 30 days. ${READ_REQUIREMENT}`,
  scope: 'projects:read',
  params: importParams,
  reply: { status: 200, file: true },
  problems: { 404: 'The file has not been read yet, or has expired.' },
  authorize: loadReadableImport,
  async handle({ ctx, target }) {
    const file =
      target.data_file_id === null ? undefined : await findStoredFile(ctx, target.org_id, target.data_file_id)
    if (!file) throw new Problem(404, 'The file has not been read yet, or has expired.')
    return respondWithDownload(ctx, file, `${target.import_id}.zip`, 0)
  },
})

export const undoImportOperation = defineOperation({
  id: 'imports.undo',
  method: 'POST',
  path: `${path}/undo`,
  summary: 'Undo an import',
  description:
    'Deletes in the background what the import created, except anything changed or commented on since; the report lists the ' +
    `rest. Possible for 30 days. ${READ_REQUIREMENT}`,
  scope: 'projects:write',
  params: importParams,
  reply: { status: 200, schema: importSchema },
  problems: { 409: 'The import is running, was a dry run, is undone, or is older than 30 days.' },
  authorize: loadImportForChange,
  async handle({ ctx, target }) {
    if (!canUndo(target, ctx.millis))
      throw conflict('Only a finished import that is not a dry run and not older than 30 days can be undone.')
    const state = { ...target.state, undone_by: ctx.user.user_id }
    await queries.saveImport(ctx.db, target, { phase: 'undoing', finished_at: null, state }, ctx.now)
    const row = {
      ...target,
      phase: 'undoing' as const,
      finished_at: null,
      updated_at: ctx.now,
      version: target.version + 1,
    }
    return respond(presentImport(row, ctx.millis), row.version)
  },
})

export const repeatImportOperation = defineOperation({
  id: 'imports.again',
  method: 'POST',
  path: `${path}/again`,
  summary: 'Repeat an import',
  description:
    'Imports the data of an import again, by default with its options and without `dry_run`. Possible for 30 days. ' +
    'Requires: the rights to create the import.',
  scope: 'projects:write',
  params: importParams,
  body: importAgain,
  bodyOptional: true,
  reply: { status: 201, schema: importSchema, created: '/v1/imports/{import_id}' },
  problems: { 409: 'The file has not been read, or has expired.' },
  authorize: loadImportForChange,
  async handle({ ctx, target, body }) {
    requireTimeZone(body.timezone, ['body', 'timezone'])
    if (target.data_file_id === null) throw conflict('The file has not been read, or has expired. Upload it again.')
    const { org_id, source, file_name, project_id, data_file_id } = target
    const options = mergeOptions(target.options, pickOptions(body))
    const row = await queries.insertImport(ctx, {
      org_id,
      source,
      file_name,
      project_id,
      dry_run: body.dry_run ?? false,
      options,
      upload_file_id: null,
      data_file_id,
      phase: 'checking',
    })
    return respond(presentImport(row, ctx.millis), row.version)
  },
})
