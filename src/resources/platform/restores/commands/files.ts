import { createHash } from 'node:crypto'
import { isKind, type Kind } from '@svc/import'
import type { DataArchive } from '@svc/import/archive'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { toSafeMediaType } from '../../../../http/uploads/file-names.ts'
import { storeContent } from '../../../../http/uploads/stored-files.ts'
import type { RestoreRun } from './run.ts'

const FILE_KINDS = ['project_resources', 'attachments'] as const satisfies Kind[]
const toFileId = (path: string) => path.slice('files/'.length)

const listFiles = ({ manifest }: DataArchive): string[] =>
  manifest.parts.flatMap(({ path, kind }) => (kind != null && isKind(kind) ? [] : [path]))

/** Returns the ids that the files of an archive have in the storage. */
export const listFileIds = (archive: DataArchive): string[] => listFiles(archive).map(toFileId)

/** Stores the contents of an archive before its rows. */
export async function storeFiles(services: Dependencies, archive: DataArchive, orgId: string): Promise<void> {
  for (const path of listFiles(archive)) {
    const spooled = await services.storage.receive(await archive.openFile(path))
    await storeContent(services, orgId, toFileId(path), spooled)
  }
}

/** Inserts the rows of files, also of those whose content the archive lacks. */
export async function restoreFiles(run: RestoreRun): Promise<void> {
  const parts = new Map(run.archive.manifest.parts.map((part) => [part.path, part]))
  const seen = new Set<string>()
  for (const kind of FILE_KINDS)
    for await (const rows of run.batches(kind)) {
      const columns = rows.flatMap(({ file, size, sha256, media_type }) => {
        if (file == null || seen.has(file)) return []
        seen.add(file)
        const part = parts.get(file)
        if (!part) run.notes.push(`The archive lacks the content of ${file}.`)
        return {
          file_id: toFileId(file),
          size: part?.size ?? size ?? 0,
          digest: Buffer.from(part?.sha256 ?? sha256 ?? EMPTY_SHA256, 'hex').toString('base64url'),
          media_type: toSafeMediaType(media_type ?? ''),
          state: 'kept',
          changed_at: run.now,
        }
      })
      await run.insert('files', kind, columns)
    }
}

const EMPTY_SHA256 = createHash('sha256').digest('hex')
