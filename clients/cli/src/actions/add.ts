import type { Task, TaskCreate } from '@svc/sdk'
import type { CommonFlags, Context } from '../context.ts'
import { CliError } from '../errors.ts'
import { parseCustomSettings } from '../input/custom-fields.ts'
import { parseTaskLine } from '../input/quick-add.ts'
import { printResult } from '../output/rows.ts'
import { toShortName } from '../output/tasks.ts'
import { recordCommand } from '../session/undo-log.ts'
import { resolveMember, resolveProject, resolveTeam } from '../session/resolve-names.ts'
import { openSession, type Session } from '../session/session.ts'

interface AddFlags extends CommonFlags {
  dryRun?: boolean
  description?: string
  project?: string
  team?: string
  type?: string
  set?: readonly string[]
}

export async function addTask(context: Context, flags: AddFlags, ...words: string[]): Promise<void> {
  const session = openSession(context, flags)
  const body = await parseBody(session, words.join(' '), flags)
  if (flags.dryRun) return printResult(context, { dry_run: true, ...body }, `Would add ${toQuickAddLine(body)}`, flags)
  // Without an organization, the server uses that of the token.
  const task = await session.svc.tasks.create(body, { signal: context.signal })
  const { task_id, title, version } = task
  await recordCommand(context, session, `Added ${task_id}`, [{ task_id, title, did: 'added', version }])
  printResult(context, task, `${toShortName(task)}  ${toQuickAddLine(task)}`, flags)
}

async function parseBody(session: Session, line: string, flags: AddFlags): Promise<TaskCreate> {
  const { project_id: project, assignee, ...written } = parseTaskLine(line)
  const custom = flags.set && (await parseCustomSettings(session, flags.set))
  const fallback = flags.project ?? session.project
  const [project_id, username, team_id] = await Promise.all([
    project !== undefined
      ? resolveProject(session, project).catch(addMarkHint(`+${project}`))
      : fallback === undefined
        ? undefined
        : resolveProject(session, fallback),
    assignee === undefined ? undefined : resolveMember(session, assignee).catch(addMarkHint(`@${assignee}`)),
    flags.team === undefined ? undefined : resolveTeam(session, flags.team),
  ])
  return {
    ...written,
    ...(project_id !== undefined && { project_id }),
    ...(username !== undefined && { assignee: username }),
    ...(team_id !== undefined && { team_id }),
    ...(flags.description !== undefined && { description: flags.description }),
    ...(flags.type !== undefined && { task_type: flags.type }),
    ...(custom && { custom }),
  } as TaskCreate
}

/** Adds to an error how to write an unknown mark as text. */
const addMarkHint = (mark: string) => (error: unknown) => {
  if (!(error instanceof CliError)) throw error
  throw new CliError(`${error.message}\nTo keep it as text, write \\${mark}.`, error.exitCode)
}

function toQuickAddLine(task: TaskCreate | Task): string {
  const { title, priority, assignee, tags, due_date, project_id } = task
  const parts = [
    title,
    priority && priority !== 'none' && `!${priority}`,
    assignee && `@${assignee}`,
    ...(tags ?? []).map((tag) => `#${tag}`),
    project_id && `+${project_id}`,
    due_date && `^${due_date}`,
  ]
  return parts.filter(Boolean).join(' ')
}
