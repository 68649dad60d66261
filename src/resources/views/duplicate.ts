import { operation } from '../../kernel/operation.ts'
import { conflict } from '../../kernel/problem.ts'
import { uniqueKey } from '../../kernel/text.ts'
import { landing, readableView } from './access.ts'
import { created, params, taken, viewCreated } from './operations.ts'
import { insertView, nameTaken, takenNames } from './queries.ts'
import { copyName } from './rules.ts'
import { view, viewDuplicate } from './schemas.ts'

export const duplicateView = operation({
  id: 'views.duplicate',
  method: 'POST',
  path: '/v1/views/{view_id}/duplicate',
  summary: 'Duplicate a saved view',
  description:
    'Copies a view that you can read, by default as a personal view. Without `name`, the copy is named `<name> (copy)`, ' +
    '`<name> (copy 2)` and so on, whichever is free. Requires: permission to create views in the target project or team.',
  scope: 'tasks:write',
  params,
  body: viewDuplicate,
  bodyOptional: true,
  reply: { status: 201, schema: view },
  problems: taken,
  emits: viewCreated,
  example: { body: { name: 'Mine, my way' } },
  async access({ ctx, params, body }) {
    const { view: source } = await readableView(ctx, params.view_id)
    return { ...source, holder: await landing(ctx, source.org_id, body, source.resource) }
  },
  async handle({ ctx, target: { holder, ...source }, body }) {
    const insert = (name: string) => insertView(ctx, holder, { ...source, name })
    if (body.name != null) {
      const row = await insert(body.name)
      if (!row) throw conflict(nameTaken)
      return created(ctx, row)
    }
    const names = await takenNames(ctx, holder, source.resource)
    for (let n = 1; ; n++) {
      const name = copyName(source.name, n)
      // Tries the next name if a concurrent request has used this one.
      const row = names.has(uniqueKey(name)) ? undefined : await insert(name)
      if (row) return created(ctx, row)
    }
  },
})
