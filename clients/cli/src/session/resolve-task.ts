import { CliError, exitCodes } from '../errors.ts'
import { requireOrgId, type Session } from './session.ts'

const KEY_PATTERN = /^[a-z][a-z0-9]{1,9}-[1-9]\d{0,8}$/i

/** Returns the id of a task that is named by its id or by a key such as `QUAY-12`. */
export async function resolveTask(session: Session, text: string, signal: AbortSignal): Promise<string> {
  if (!KEY_PATTERN.test(text)) return text
  const query = { org_id: await requireOrgId(session) }
  return (await session.svc.tasks.byKey(text, query, { signal })).task_id
}

export const resolveTasks = (session: Session, texts: readonly string[], signal: AbortSignal): Promise<string[]> =>
  Promise.all(texts.map((text) => resolveTask(session, text, signal)))

/** Returns the id of a deleted task, live ones included. */
export async function resolveDeletedTask(session: Session, text: string, signal: AbortSignal): Promise<string> {
  if (!KEY_PATTERN.test(text)) return text
  const org_id = await requireOrgId(session)
  const query = { org_id, filter: { key: text, deleted: true as const } }
  const [found] = await session.svc.tasks.list(query, { signal }).toArray()
  if (!found) throw new CliError(`No deleted task has the key ${JSON.stringify(text)}`, exitCodes.notFound)
  return found.task_id
}
