import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { CommonFlags, Context } from '../context.ts'
import { CliError, exitCodes } from '../errors.ts'
import { printResult } from '../output/rows.ts'
import { toShortName } from '../output/tasks.ts'
import { resolveTask } from '../session/resolve-task.ts'
import { openSession } from '../session/session.ts'

interface BranchFlags extends CommonFlags {
  print?: boolean
}

const MAX_LENGTH = 60

/** Creates and checks out a Git branch named after a task, such as `quay-12-grease-the-crane`. */
export async function createBranch(context: Context, flags: BranchFlags, name: string): Promise<void> {
  const session = openSession(context, flags)
  const id = await resolveTask(session, name, context.signal)
  const task = await session.svc.tasks.read(id, { signal: context.signal })
  const branch = buildBranchName(`${toShortName(task)} ${task.title}`)
  if (!flags.print) await checkOut(branch, context.signal)
  const { task_id, key } = task
  printResult(context, { task_id, key, branch }, branch, flags)
}

function buildBranchName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  const words = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '')
  return [...words].slice(0, MAX_LENGTH).join('').replace(/-+$/, '')
}

async function checkOut(branch: string, signal: AbortSignal): Promise<void> {
  try {
    await promisify(execFile)('git', ['switch', '--create', branch], { signal })
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new CliError(`Git did not create the branch ${branch}: ${stderr?.trim() || String(error)}`, exitCodes.failure)
  }
}
