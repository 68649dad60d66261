import type { CommonFlags, Context } from '../context.ts'
import { printDone } from '../output/rows.ts'
import { openSession } from '../session/session.ts'

/** Prints the address of a task in the console. */
export async function openTask(context: Context, flags: CommonFlags, id: string): Promise<void> {
  const session = openSession(context, flags)
  const { task_id, title } = await session.svc.tasks.read(id, { signal: context.signal })
  const url = `${session.url}/t/${encodeURIComponent(task_id)}`
  printDone(context, { task_id, title, url }, url, flags)
}
