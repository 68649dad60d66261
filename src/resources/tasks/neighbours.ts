import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { invalid, unknownReference } from '../../kernel/problem.ts'
import { tell, type Holder } from '../holders/access.ts'
import { namedTasks } from './access.ts'
import type { TaskSectionSet } from './schemas.ts'

/** Task in a section, with its position. */
interface Placed {
  task_id: string
  position: number
}

/** Throws 422 if the body has more than one of `before`, `after` and `position`, or lacks the section. */
export function requireOnePlace({ before, after, position, section_id }: TaskSectionSet): void {
  const given = Object.entries({ before, after, position }).filter(([, value]) => value != null)
  if (given.length > 1)
    throw invalid(['body', given[1]![0]], 'Send only one of `before`, `after` and `position`.', 'mismatch')
  if ((before != null || after != null) && section_id == null)
    throw invalid(
      ['body', 'section_id'],
      'Send the section of the neighboring task as `section_id`.',
      'missing',
    )
}

/**
 * Returns the position directly before or after the task that the body names, in a locked section: a number between its
 * neighbors. Renumbers the section in the same order if none is left. Undefined if the body names no task, or if the task
 * is already there.
 */
export async function findPlaceBeside(
  ctx: Context,
  holder: Holder,
  taskId: string,
  { before, after, section_id }: TaskSectionSet,
): Promise<number | 'there' | undefined> {
  const name = before != null ? 'before' : 'after'
  const neighbour = before ?? after
  if (neighbour == null || section_id == null) return undefined
  if (neighbour === taskId) throw invalid(['body', name], 'A task cannot be its own neighbor.', 'mismatch')
  await namedTasks(ctx, [holder.org_id], [neighbour], () => ['body', name], false)
  const find = () => findNeighbours(ctx, holder.org_id, section_id, neighbour, name)
  let [beside, ...next] = await find()
  if (!beside) throw unknownReference(['body', name], 'task of the section')
  if (next[0]?.task_id === taskId) return 'there'
  const between = () =>
    positionBetween(
      beside!,
      next.find((one) => one.task_id !== taskId),
      name,
    )
  const position = between()
  if (position !== undefined) return position
  await respace(ctx, holder, section_id)
  ;[beside, ...next] = await find()
  return between()
}

/** Finds a task of a section and the next two before or after it. */
function findNeighbours(
  ctx: Context,
  orgId: string,
  sectionId: string,
  taskId: string,
  side: 'before' | 'after',
): Promise<Placed[]> {
  const [from, direction] = side === 'before' ? [sql`<=`, sql`desc`] : [sql`>=`, sql`asc`]
  return ctx.db.query(sql<Placed>`
    select l.task_id, l.position from task_sections l
    where l.org_id = ${orgId} and l.section_id = ${sectionId} and (l.position, l.task_id) ${from} (
      select n.position, n.task_id from task_sections n
      where n.org_id = ${orgId} and n.section_id = ${sectionId} and n.task_id = ${taskId})
    order by l.position ${direction}, l.task_id ${direction} limit 3`)
}

/** Returns a number between two positions, or 1 beyond the last; undefined if there is none. */
function positionBetween(
  beside: Placed,
  next: Placed | undefined,
  side: 'before' | 'after',
): number | undefined {
  if (!next) return beside.position + (side === 'before' ? -1 : 1)
  const [low, high] = [beside.position, next.position].toSorted((a, b) => a - b) as [number, number]
  const middle = low + (high - low) / 2
  return middle > low && middle < high ? middle : undefined
}

/** Renumbers the tasks of a section 1, 2, 3 in their order; emits an event of the section, not of its tasks. */
async function respace(ctx: Context, holder: Holder, sectionId: string): Promise<void> {
  await ctx.db.query(sql`
    update task_sections l set position = o.place
    from (select n.task_id, row_number() over (order by n.position, n.task_id) as place from task_sections n
      where n.org_id = ${holder.org_id} and n.section_id = ${sectionId}) o
    where l.org_id = ${holder.org_id} and l.section_id = ${sectionId} and l.task_id = o.task_id`)
  const about = { resource_type: 'section', resource_id: sectionId }
  tell(ctx, holder, { ...about, type: 'section.updated', before: {}, after: {} })
}
