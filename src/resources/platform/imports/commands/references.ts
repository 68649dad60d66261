import type { Context } from '../../../../core/context.ts'
import { loadExternalRefs } from '../../../work/external-refs/queries.ts'
import type { ImportRun } from './run.ts'

export async function findResourceId(
  run: ImportRun,
  ctx: Context,
  type: string,
  sourceId: string,
): Promise<string | null> {
  const refs = await loadExternalRefs(ctx, run.orgId, type, run.source, [sourceId])
  return refs.get(sourceId)?.resource_id ?? null
}

/** Returns the project of an import into one, whatever project an earlier import has created. */
export const findProjectId = async (run: ImportRun, ctx: Context, sourceId: string): Promise<string | null> =>
  run.row.project_id ?? (await findResourceId(run, ctx, 'project', sourceId))
