import { openAsBlob, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { TaskAttachment, TaskComment } from '@svc/sdk'
import type { CommonFlags, Context } from '../context.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { readStdin } from '../input/stdin.ts'
import { startProgress } from '../output/progress.ts'
import { printResult, printObject, printRows, type ListFlags } from '../output/rows.ts'
import { escapeControls } from '../output/text.ts'
import { formatTaskLines } from '../output/tasks.ts'
import { recordCommand } from '../session/undo-log.ts'
import { findLabels } from '../session/labels.ts'
import { resolveTask } from '../session/resolve-task.ts'
import { openSession, type Session } from '../session/session.ts'

interface ShowFlags extends CommonFlags {
  comments?: boolean
}

export async function showTask(context: Context, flags: ShowFlags, name: string): Promise<void> {
  const session = openSession(context, flags)
  const { signal } = context
  const id = await resolveTask(session, name, signal)
  const [task, comments] = await Promise.all([
    session.svc.tasks.read(id, { signal }),
    flags.comments ? findComments(session, id, signal) : undefined,
  ])
  if (flags.json !== undefined) return printObject(context, comments ? { ...task, comments } : task, [], flags)
  printObject(context, task, formatTaskLines(task, await findLabels(session, task, signal)), flags)
  if (task.description) context.out(`\n${escapeControls(task.description, { lines: true })}\n`)
  for (const comment of comments ?? []) printComment(context, comment)
}

const findComments = ({ svc }: Session, task_id: string, signal: AbortSignal): Promise<TaskComment[]> =>
  svc.taskComments.list({ task_id }, { signal }).toArray()

function printComment(context: Context, comment: TaskComment, depth = 0): void {
  const { created_by, created_at, content, replies, comment_id } = comment
  const indent = '  '.repeat(depth)
  const text = escapeControls(content ?? '(deleted)', { lines: true }).replaceAll('\n', `\n${indent}`)
  context.out(
    `\n${indent}${escapeControls(`${created_by ?? ''}, ${created_at ?? ''}  ${comment_id}`)}\n${indent}${text}\n`,
  )
  for (const reply of replies) printComment(context, reply, depth + 1)
}

export async function listComments(context: Context, flags: ListFlags, name: string): Promise<void> {
  const session = openSession(context, flags)
  const id = await resolveTask(session, name, context.signal)
  const comments = await findComments(session, id, context.signal)
  if (context.columns !== undefined && flags.json === undefined && !flags.csv && !flags.ids) {
    for (const comment of comments) printComment(context, comment)
    if (comments.length === 0) context.note('No comments')
    return
  }
  printRows<TaskComment>(
    context,
    comments,
    {
      id: ({ comment_id }) => comment_id,
      emptyMessage: 'No comments',
      columns: [
        { name: 'comment_id', heading: 'ID', cell: ({ comment_id }) => comment_id },
        { name: 'created_at', heading: 'AT', cell: ({ created_at }) => created_at },
        { name: 'created_by', heading: 'BY', cell: ({ created_by }) => created_by },
        { name: 'content', heading: 'COMMENT', cell: ({ content }) => content, fillsWidth: true },
      ],
    },
    flags,
  )
}

/** Comments on a task; the text `-` reads standard input. */
export async function commentTask(context: Context, flags: CommonFlags, name: string, text: string): Promise<void> {
  const session = openSession(context, flags)
  const id = await resolveTask(session, name, context.signal)
  const content = text === '-' ? (await readStdin(context.process.stdin)).trimEnd() : text
  const comment = await session.svc.taskComments.create({ task_id: id, content }, { signal: context.signal })
  const change = { task_id: id, title: content.slice(0, 80), made: comment.comment_id }
  await recordCommand(context, session, `Commented on ${name}`, [{ ...change, did: 'commented' }])
  printResult(context, comment, `Commented on ${name}`, flags)
}

/** Attaches files to a task, one at a time; after a failure, still records the earlier ones for undo. */
export async function attachFiles(
  context: Context,
  flags: CommonFlags,
  name: string,
  ...files: string[]
): Promise<void> {
  if (files.length === 0) throw usageError('Pass the files to attach: svc tasks attach ID FILE…')
  for (const file of files) requireFile(file)
  const session = openSession(context, flags)
  const id = await resolveTask(session, name, context.signal)
  const attachments: TaskAttachment[] = []
  try {
    for (const path of files) attachments.push(await attachFile(context, session, flags, id, path))
  } finally {
    const changes = attachments.map((one) => ({ title: one.name ?? '', made: one.attachment_id }))
    await recordCommand(
      context,
      session,
      `Attached ${attachments.length === 1 ? 'a file' : `${attachments.length} files`} to ${id}`,
      changes.map((change) => ({ ...change, task_id: id, did: 'attached' })),
    )
  }
  if (flags.json !== undefined) printResult(context, { attachments }, '', flags)
}

async function attachFile(
  context: Context,
  session: Session,
  flags: CommonFlags,
  id: string,
  path: string,
): Promise<TaskAttachment> {
  const file = new File([await openAsBlob(path)], basename(path))
  const progress = startProgress(context, basename(path))
  let attachment: TaskAttachment
  try {
    const options = { signal: context.signal, ...(progress && { onProgress: progress.update }) }
    attachment = await session.svc.taskAttachments.create({ task_id: id, file }, options)
  } finally {
    progress?.end()
  }
  if (flags.json === undefined) context.out(`Attached ${escapeControls(basename(path))} to ${escapeControls(id)}\n`)
  return attachment
}

function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new CliError(`${file}: ${found ? 'not a regular file' : 'no such file'}`, exitCodes.usage)
}
