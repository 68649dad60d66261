import type { Svc } from '@svc/sdk'
import type { About } from './data.ts'
import type { AnyRow } from './rows.ts'

/** Returns which other user changed a row last and when, as far as its history or the row says. */
export async function changer(
  svc: Svc,
  { kind, id }: About,
  row: AnyRow,
  me: string | null,
): Promise<{ by: string | undefined; at: string | undefined }> {
  const [by, at] = [row.updated_by ?? undefined, row.updated_at ?? undefined] as (string | undefined)[]
  if (kind !== 'tasks' || (by !== undefined && by !== me)) return { by, at }
  const { data } = await svc.taskHistory.list({
    task_id: id,
    sort_by: 'created_at',
    sort_order: 'desc',
    limit: 20,
  })
  const other = data.find(({ created_by }) => created_by !== me)
  return { by: other?.created_by ?? by, at: other?.created_at ?? at }
}
