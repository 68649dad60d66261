import type { CommonFlags, Context } from '../context.ts'
import { hasDisplay, openBrowser } from '../login/browser.ts'
import { printDone } from '../output/rows.ts'
import { openSession } from '../session/session.ts'

interface OpenFlags extends CommonFlags {
  browser: boolean
}

/** Prints the address of a task, then opens it in a browser where there is one. */
export async function openTask(context: Context, flags: OpenFlags, id: string): Promise<void> {
  const session = openSession(context, flags)
  const { task_id, title } = await session.svc.tasks.read(id, { signal: context.signal })
  const url = `${session.url}/v1/tasks/${encodeURIComponent(task_id)}`
  printDone(context, { task_id, title, url }, url, flags)
  if (flags.browser && hasDisplay(context.env)) openBrowser(context.env, url)
}
