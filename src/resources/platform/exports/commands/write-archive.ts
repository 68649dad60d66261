import type { Writable } from 'node:stream'
import { kindNames, type Kind } from '@svc/import'
import { createArchiveWriter, type ArchiveWriter } from '@svc/import/archive'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { readStoredContent } from '../../../../http/uploads/stored-files.ts'
import { readPeople, type ExportedPeople } from './people.ts'
import { ExportRows } from './rows.ts'
import { containerSelections } from './select-containers.ts'
import { ownSelections } from './select-own.ts'
import { planningSelections } from './select-planning.ts'
import { taskSelections } from './select-tasks.ts'
import type { ExportScope, Selection } from './selection.ts'
import { withSnapshot } from './snapshot.ts'

const byKind = (list: readonly Selection[]) => new Map<Kind, Selection>(list.map((one) => [one.kind, one]))
const allSelections = byKind([...containerSelections, ...planningSelections, ...taskSelections])
const projectSelections = byKind([...allSelections.values()].filter(({ inProjects }) => inProjects))
const userSelections = byKind(ownSelections)
/** Kinds whose rows may have a file. */
const WITH_FILES: ReadonlySet<Kind> = new Set<Kind>(['project_resources', 'attachments'])

/** Reports the rows written so far; throws to end the export. */
type ReportCounts = (counts: Record<string, number>) => Promise<void>

interface WrittenFile {
  path: string
  media_type: unknown
}

/** Writes the archive of an organization, project or user, with bounded memory, and returns the numbers of rows. */
export async function writeExport(
  services: Dependencies,
  scope: ExportScope,
  output: Writable,
  report: ReportCounts,
): Promise<Record<string, number>> {
  const { baseUrl } = services.config
  const writer = createArchiveWriter(output)
  try {
    const written = await withSnapshot(services.database, async (reader) => {
      const people = await readPeople(reader, scope)
      return await writeKinds(writer, new ExportRows(reader, scope, people), { people, scope, report })
    })
    const missing = await writeFiles(services, writer, scope, written.files)
    await writer.finish({
      source: `svc:${new URL(baseUrl).host}`,
      generator: 'svc-server',
      created_at: new Date(services.clock()).toISOString(),
      org_id: scope.orgId,
      ...(scope.projectId !== null && { project_id: scope.projectId }),
      ...((scope.projectId !== null || scope.userScope) && { complete: false }),
      notes: describeOmissions(scope, missing),
      details: { base_url: baseUrl, ...describeOwner(scope) },
    })
    return written.counts
  } catch (error) {
    writer.abort(error as Error)
    throw error
  }
}

/** Preferences are not rows: they belong to the user in all organizations. */
const describeOwner = ({ userScope }: ExportScope) =>
  userScope && { scope: 'user', user: userScope.userId, notification_preferences: userScope.preferences }

interface KindOptions {
  people: ExportedPeople
  scope: ExportScope
  report: ReportCounts
}

async function writeKinds(writer: ArchiveWriter, rows: ExportRows, { people, scope, report }: KindOptions) {
  const counts: Record<string, number> = {}
  const files: WrittenFile[] = []
  const chosen = scope.userScope ? userSelections : scope.projectId === null ? allSelections : projectSelections
  for (const kind of kindNames) {
    if (kind === 'people') counts.people = await writer.writeRows('people', people.toRows())
    const selection = chosen.get(kind)
    if (!selection) continue
    counts[kind] = 0
    const onSlice = async (count: number) => {
      counts[kind]! += count
      await report(counts)
    }
    const source = rows.read(selection, onSlice)
    const collected = WITH_FILES.has(kind) ? collectFiles(source, files) : source
    counts[kind] = await writer.writeRows(kind, collected as Parameters<typeof writer.writeRows>[1])
  }
  return { counts, files }
}

async function* collectFiles(rows: AsyncIterable<unknown>, files: WrittenFile[]) {
  for await (const row of rows) {
    const { file, media_type } = row as { file?: string; media_type?: unknown }
    if (file !== undefined) files.push({ path: file, media_type })
    yield row
  }
}

/** Writes the contents; returns the paths of those that the storage lacks, such as files deleted since. */
async function writeFiles(
  services: Dependencies,
  writer: ArchiveWriter,
  { orgId }: ExportScope,
  files: readonly WrittenFile[],
): Promise<string[]> {
  const missing: string[] = []
  for (const { path, media_type } of files) {
    const content = await readStoredContent(services, orgId, path.slice('files/'.length)).catch(() => undefined)
    if (content) await writer.writeFile(path, content, { compress: String(media_type).startsWith('text/') })
    else missing.push(path)
  }
  return missing
}

function describeOmissions({ projectId, userScope }: ExportScope, missing: readonly string[]): string[] {
  if (userScope)
    return [
      'The data of one user that they can read: their tasks with custom fields and the links between these, comments, ' +
        'files that they attached, personal sections and views. Data of other users are not part of it.',
    ]
  const notes = [
    'Access tokens, secrets of webhooks and apps, invitations and notifications are not part of an export.',
  ]
  if (projectId !== null)
    notes.push('Teams, sprints, milestones, watchers, reminders and history are not part of the export of a project.')
  if (missing.length > 0) notes.push(`The server lacks the content of these files: ${missing.join(', ')}.`)
  return notes
}
