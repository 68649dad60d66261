import { defineOperation } from '../../../http/operation.ts'
import { conflict } from '../../../core/errors.ts'
import { toUniqueKey } from '../../../core/text.ts'
import { loadViewOwner, loadVisibleView } from './policy.ts'
import { respondWithCreatedView, viewParams, viewNameProblem, viewCreatedEvent } from './operations.ts'
import { insertView, viewNameConflict, listViewNameKeys } from './queries.ts'
import { buildCopyName } from './rules.ts'
import { viewSchema, viewDuplicateSchema } from './schema.ts'

export const duplicateViewOperation = defineOperation({
  id: 'views.duplicate',
  method: 'POST',
  path: '/v1/views/{view_id}/duplicate',
  summary: 'Duplicate a saved view',
  description:
    'Copies a view that you can read, by default as a personal view. Without `name`, the copy is named `<name> (copy)`, ' +
    '`<name> (copy 2)` and so on, whichever is free. Requires: permission to create views in the target project or team.',
  scope: 'tasks:write',
  params: viewParams,
  body: viewDuplicateSchema,
  bodyOptional: true,
  reply: { status: 201, schema: viewSchema },
  problems: viewNameProblem,
  emits: viewCreatedEvent,
  example: { body: { name: 'Mine, my way' } },
  async authorize({ ctx, params, body }) {
    const { view: source } = await loadVisibleView(ctx, params.view_id)
    return { ...source, holder: await loadViewOwner(ctx, source.org_id, body, source.resource) }
  },
  async handle({ ctx, target: { holder, ...source }, body }) {
    const insert = (name: string) => insertView(ctx, holder, { ...source, name })
    if (body.name != null) {
      const row = await insert(body.name)
      if (!row) throw conflict(viewNameConflict)
      return respondWithCreatedView(ctx, row)
    }
    const names = await listViewNameKeys(ctx, holder, source.resource)
    for (let n = 1; ; n++) {
      const name = buildCopyName(source.name, n)
      // Tries the next name if a concurrent request has used this one.
      const row = names.has(toUniqueKey(name)) ? undefined : await insert(name)
      if (row) return respondWithCreatedView(ctx, row)
    }
  },
})
