import type { Row } from '@svc/import'
import { normalizeForSearch } from '../../../../core/text.ts'
import { sql } from '../../../../db/sql.ts'
import { FORMER_USER, type RestoreRun } from './run.ts'

interface Thread {
  root_id: string
  depth: number
}

/** Restores comments; those that come before their parents in the file in further passes. */
export async function restoreComments(run: RestoreRun): Promise<void> {
  const parents = await findParents(run)
  const threads = new Map<string, Thread>()
  let late: Set<string> | undefined
  do {
    const waiting = new Set<string>()
    for await (const rows of run.batches('comments')) {
      const columns = rows.flatMap((row) => {
        if (late && !late.has(row.id)) return []
        const parent = row.parent == null ? undefined : threads.get(row.parent)
        if (row.parent != null && !parent) {
          waiting.add(row.id)
          return []
        }
        const thread = parent ? { root_id: parent.root_id, depth: parent.depth + 1 } : { root_id: row.id, depth: 0 }
        if (parents.has(row.id)) threads.set(row.id, thread)
        return [toCommentColumns(run, row, thread)]
      })
      await run.insert('task_comments', 'comments', columns)
    }
    late = waiting
  } while (late.size > 0)
  run.counts.comments = run.archive.countRows('comments')
  await countComments(run)
}

async function findParents(run: RestoreRun): Promise<Set<string>> {
  const parents = new Set<string>()
  for await (const rows of run.batches('comments'))
    for (const { parent } of rows) if (parent != null) parents.add(parent)
  return parents
}

function toCommentColumns(run: RestoreRun, row: Row<'comments'>, { root_id, depth }: Thread) {
  const [anyone] = run.people.keys()
  const created_at = row.created_at ?? run.now
  return {
    comment_id: row.id,
    task_id: row.task,
    root_id: depth === 0 ? null : root_id,
    parent_id: row.parent ?? null,
    depth,
    content: row.content,
    content_key: normalizeForSearch(row.content),
    mentions: (row.mentions ?? []).flatMap((id) => run.findUser(id) ?? []),
    author_id: run.findUser(row.author) ?? anyone,
    created_by: run.findName(row.author) ?? FORMER_USER,
    created_at,
    updated_at: row.updated_at ?? created_at,
    deleted_at: row.deleted_at ?? null,
  }
}

const countComments = (run: RestoreRun) =>
  run.trx.query(sql`
    update tasks t set comments = n.count
    from (select c.task_id, count(*)::int as count from task_comments c
      where c.org_id = ${run.orgId} and c.deleted_at is null group by c.task_id) n
    where t.org_id = ${run.orgId} and t.task_id = n.task_id`)
