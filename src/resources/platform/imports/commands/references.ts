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

export const findProjectId = (run: ImportRun, ctx: Context, sourceId: string) =>
  findResourceId(run, ctx, 'project', sourceId)
