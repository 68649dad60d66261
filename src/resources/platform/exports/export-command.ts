import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { CommandError, defineCommand } from '../../../core/command.ts'
import { isUuid } from '../../../core/ids.ts'
import { sql } from '../../../db/sql.ts'
import { writeExport } from './commands/write-archive.ts'

const USAGE = 'Usage: svc-server organization export ORG_ID FILE'

export const exportOrganizationCommand = defineCommand<{ orgId: string; file: string }>({
  name: 'organization export',
  args: 'ORG_ID FILE',
  summary: 'export an organization into a new file, for organization restore',
  read(args) {
    const [orgId, file, ...more] = args
    if (orgId === undefined || file === undefined || more.length > 0) throw new CommandError(USAGE)
    if (!isUuid(orgId)) throw new CommandError(`${orgId} is no id of an organization. ${USAGE}`)
    return { orgId, file: path.resolve(file) }
  },
  async run(services, { orgId, file }) {
    const [organization] = await services.database.db.query(sql<{ name: string }>`
      select name from organizations where org_id = ${orgId} and deleted_at is null`)
    if (!organization) throw new CommandError(`no organization has the id ${orgId}`)
    const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
    try {
      const counts = await writeExport(services, { orgId, projectId: null }, output, async () => {})
      return `exported ${organization.name}: ${counts.tasks} tasks, ${counts.comments} comments, in ${file}`
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true })
      throw new CommandError(`nothing was exported: ${(error as Error).message}`, { cause: error })
    }
  },
})
