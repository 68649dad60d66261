import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { invalid, unknownReference } from '../../../../core/errors.ts'
import { emitScopeEvent, type ScopeOwner } from '../../scopes/policy.ts'
import { loadReferencedTasks } from '../policy.ts'
import type { TaskSectionSet } from '../schema.ts'

interface TaskPosition {
  task_id: string
  position: number
}

/** Throws 422 if the body has more than one of `before`, `after` and `position`, or lacks the section. */
export function requireSinglePosition({ before, after, position, section_id }: TaskSectionSet): void {
  const sent = Object.entries({ before, after, position }).filter(([, value]) => value != null)
  if (sent.length > 1)
    throw invalid(['body', sent[1]![0]], 'Send only one of `before`, `after` and `position`.', 'mismatch')
  if ((before != null || after != null) && section_id == null)
    throw invalid(['body', 'section_id'], 'Send the section of the neighboring task as `section_id`.', 'missing')
}

/**
 * Returns the position directly before or after the task in the body, between its neighbors in a locked section. Renumbers
 * the section if none is left. Returns undefined without such a task, `in place` if the position does not change.
 */
export async function findAdjacentPosition(
  ctx: Context,
  scopeOwner: ScopeOwner,
  taskId: string,
  { before, after, section_id }: TaskSectionSet,
): Promise<number | 'in place' | undefined> {
  const name = before != null ? 'before' : 'after'
  const neighbor = before ?? after
  if (neighbor == null || section_id == null) return undefined
  if (neighbor === taskId) throw invalid(['body', name], 'A task cannot be its own neighbor.', 'mismatch')
  await loadReferencedTasks(ctx, [scopeOwner.org_id], [neighbor], () => ['body', name], false)
  const find = () => findNeighbors(ctx, scopeOwner.org_id, section_id, neighbor, name)
  let [adjacent, ...next] = await find()
  if (!adjacent) throw unknownReference(['body', name], 'task of the section')
  if (next[0]?.task_id === taskId) return 'in place'
  const findBetween = () =>
    positionBetween(
      adjacent!,
      next.find((one) => one.task_id !== taskId),
      name,
    )
  const position = findBetween()
  if (position !== undefined) return position
  await renumberSection(ctx, scopeOwner, section_id)
  ;[adjacent, ...next] = await find()
  return findBetween()
}

/** Finds a task of a section and the next two before or after it. */
function findNeighbors(
  ctx: Context,
  orgId: string,
  sectionId: string,
  taskId: string,
  side: 'before' | 'after',
): Promise<TaskPosition[]> {
  const [from, direction] = side === 'before' ? [sql`<=`, sql`desc`] : [sql`>=`, sql`asc`]
  return ctx.db.query(sql<TaskPosition>`
    select l.task_id, l.position from task_sections l
    where l.org_id = ${orgId} and l.section_id = ${sectionId} and (l.position, l.task_id) ${from} (
      select n.position, n.task_id from task_sections n
      where n.org_id = ${orgId} and n.section_id = ${sectionId} and n.task_id = ${taskId})
    order by l.position ${direction}, l.task_id ${direction} limit 3`)
}

/** Returns a number between two positions, or 1 beyond the last; undefined if there is none. */
function positionBetween(
  neighbor: TaskPosition,
  next: TaskPosition | undefined,
  side: 'before' | 'after',
): number | undefined {
  if (!next) return neighbor.position + (side === 'before' ? -1 : 1)
  const [low, high] = [neighbor.position, next.position].toSorted((a, b) => a - b) as [number, number]
  const middle = low + (high - low) / 2
  return middle > low && middle < high ? middle : undefined
}

/** Renumbers the tasks of a section from 1; emits an event of the section instead of one for each task. */
async function renumberSection(ctx: Context, scopeOwner: ScopeOwner, sectionId: string): Promise<void> {
  await ctx.db.query(sql`
    update task_sections l set position = o.place
    from (select n.task_id, row_number() over (order by n.position, n.task_id) as place from task_sections n
      where n.org_id = ${scopeOwner.org_id} and n.section_id = ${sectionId}) o
    where l.org_id = ${scopeOwner.org_id} and l.section_id = ${sectionId} and l.task_id = o.task_id`)
  const about = { resource_type: 'section', resource_id: sectionId }
  emitScopeEvent(ctx, scopeOwner, { ...about, type: 'section.updated', before: {}, after: {} })
}
