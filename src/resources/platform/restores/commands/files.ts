import { createHash } from 'node:crypto'
import { isKind, type Kind } from '@svc/import'
import type { DataArchive } from '@svc/import/archive'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { toSafeMediaType } from '../../../../http/uploads/file-names.ts'
import { removeStoredContent, storeContent } from '../../../../http/uploads/stored-files.ts'
import type { RestoreRun } from './run.ts'

const FILE_KINDS = ['project_resources', 'attachments'] as const satisfies Kind[]
const toFileId = (path: string) => path.slice('files/'.length)

/** Stores the contents of an archive before its rows; returns the ids, and removes all if one fails. */
export async function storeFiles(services: Dependencies, archive: DataArchive, orgId: string): Promise<string[]> {
  const stored: string[] = []
  try {
    for (const { path, kind } of archive.manifest.parts) {
      if (kind != null && isKind(kind)) continue
      const spooled = await services.storage.receive(await archive.openFile(path))
      stored.push(toFileId(path))
      await storeContent(services, orgId, toFileId(path), spooled)
    }
    return stored
  } catch (error) {
    await removeFiles(services, orgId, stored)
    throw error
  }
}

export async function removeFiles(services: Dependencies, orgId: string, fileIds: readonly string[]): Promise<void> {
  for (const id of fileIds) await removeStoredContent(services, orgId, id).catch(() => {})
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
