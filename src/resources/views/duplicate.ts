import { operation } from '../../kernel/operation.ts'
import { conflict } from '../../kernel/problem.ts'
import { uniqueKey } from '../../kernel/text.ts'
import { landing, readableView } from './access.ts'
import { created, params, taken } from './operations.ts'
import { insertView, nameTaken, takenNames } from './queries.ts'
import { copyName } from './rules.ts'
import { view, viewDuplicate } from './schemas.ts'
import { viewCreated } from './events.ts'

export const duplicateView = operation({
  id: 'views.duplicate',
  method: 'POST',
  path: '/v1/views/{view_id}/duplicate',
  summary: 'Make a copy of a saved view',
  description:
    'Of any view that you can read, for yourself or where you may save views. Without a `name` the copy is called ' +
    '`<name> (copy)`, or `<name> (copy 2)` and so on where that is taken.',
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
      // Another request may take a name that was free: then the next name is tried.
      const row = names.has(uniqueKey(name)) ? undefined : await insert(name)
      if (row) return created(ctx, row)
    }
  },
})
