import type { CommonFlags, Context } from '../context.ts'
import { hasDisplay, openBrowser } from '../login/browser.ts'
import { printResult } from '../output/rows.ts'
import { resolveTask } from '../session/resolve-task.ts'
import { openSession } from '../session/session.ts'

interface OpenFlags extends CommonFlags {
  browser: boolean
}

export async function openTask(context: Context, flags: OpenFlags, name?: string): Promise<void> {
  const session = openSession(context, flags)
  const { signal } = context
  const id = name === undefined ? undefined : await resolveTask(session, name, signal)
  const task = id === undefined ? undefined : await session.svc.tasks.read(id, { signal })
  const url = `${session.url}/${task ? `t/${encodeURIComponent(task.task_id)}` : ''}`
  printResult(context, task ? { task_id: task.task_id, title: task.title, url } : { url }, url, flags)
  if (flags.json === undefined && flags.browser && hasDisplay(context.env)) openBrowser(context.env, url)
}
