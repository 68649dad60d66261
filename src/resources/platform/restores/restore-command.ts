import path from 'node:path'
import { DataError } from '@svc/import'
import { openArchive } from '@svc/import/archive'
import { CommandError, defineCommand } from '../../../core/command.ts'
import { restoreArchive, type RestoredOrganization } from './commands/restore.ts'

const USAGE = 'Usage: svc-server organization restore FILE'

export const restoreOrganizationCommand = defineCommand<{ file: string }>({
  name: 'organization restore',
  args: 'FILE',
  summary: 'restore an organization from its export, into this or another installation',
  read(args) {
    const [file, ...more] = args
    if (file === undefined || file.startsWith('-') || more.length > 0) throw new CommandError(USAGE)
    return { file: path.resolve(file) }
  },
  async run(services, { file }) {
    try {
      const archive = await openArchive(file)
      try {
        return describeRestored(await restoreArchive(services, archive))
      } finally {
        archive.close()
      }
    } catch (error) {
      const isExpected = error instanceof DataError || (error as NodeJS.ErrnoException).syscall !== undefined
      if (!isExpected) throw error
      throw new CommandError(`nothing was restored: ${(error as Error).message}`, { cause: error })
    }
  },
})

function describeRestored({ orgId, name, counts, renamed, notes }: RestoredOrganization): string {
  const list = (['people', 'projects', 'tasks', 'comments', 'attachments'] as const)
    .map((kind) => `${counts[kind] ?? 0} ${kind}`)
    .join(', ')
  const more = renamed > 0 ? [`${renamed} rows have new ids, since others have theirs`] : []
  return [`restored ${name} (${orgId}): ${list}`, ...more, ...notes].join('\n')
}
