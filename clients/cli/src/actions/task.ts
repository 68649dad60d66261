import { openAsBlob, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { CommonFlags, Context } from '../context.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { readStdin } from '../input/stdin.ts'
import { progressOf } from '../output/progress.ts'
import { printDone, printOne } from '../output/rows.ts'
import { visible } from '../output/text.ts'
import { linesOfTask } from '../output/tasks.ts'
import { openSession } from '../session/session.ts'

interface ShowFlags extends CommonFlags {
  comments?: boolean
}

/** Shows a task, and with `--comments` what was said about it. */
export async function showTask(context: Context, flags: ShowFlags, id: string): Promise<void> {
  const { svc } = openSession(context, flags)
  const [task, comments] = await Promise.all([
    svc.tasks.read(id, { signal: context.signal }),
    flags.comments ? svc.taskComments.list({ task_id: id }, { signal: context.signal }).toArray() : undefined,
  ])
  printOne(context, comments ? { ...task, comments } : task, linesOfTask(task), flags)
  if (flags.json !== undefined) return
  if (task.description) context.out(`\n${visible(task.description, { lines: true })}\n`)
  for (const { created_by, created_at, content } of comments ?? [])
    context.out(
      `\n${visible(`${created_by ?? ''}, ${created_at ?? ''}`)}\n${visible(content ?? '', { lines: true })}\n`,
    )
}

/** Comments on a task; `-` takes the words from standard input. */
export async function commentTask(
  context: Context,
  flags: CommonFlags,
  id: string,
  text: string,
): Promise<void> {
  const { svc } = openSession(context, flags)
  const content = text === '-' ? (await readStdin(context.process.stdin)).trimEnd() : text
  const comment = await svc.taskComments.create({ task_id: id, content }, { signal: context.signal })
  printDone(context, comment, `Commented on ${id}`, flags)
}

/** Attaches files to a task, one after the other. */
export async function attachFiles(
  context: Context,
  flags: CommonFlags,
  id: string,
  ...files: string[]
): Promise<void> {
  if (files.length === 0) throw usageError('Say which files: svc tasks attach ID FILE…')
  for (const file of files) mustBeFile(file)
  const { svc } = openSession(context, flags)
  const made: object[] = []
  for (const path of files) {
    const file = new File([await openAsBlob(path)], basename(path))
    const progress = progressOf(context, basename(path))
    try {
      const options = { signal: context.signal, ...(progress && { onProgress: progress.tell }) }
      made.push(await svc.taskAttachments.create({ task_id: id, file }, options))
    } finally {
      progress?.end()
    }
    if (flags.json === undefined) context.out(`Attached ${visible(basename(path))} to ${visible(id)}\n`)
  }
  if (flags.json !== undefined) printDone(context, { attachments: made }, '', flags)
}

function mustBeFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile())
    throw new CliError(`${file}: ${found ? 'is no file' : 'is not there'}`, exitCodes.usage)
}
