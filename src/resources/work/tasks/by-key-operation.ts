import { membershipFromQuery } from '../../../core/org-access.ts'
import { defineOperation } from '../../../http/operation.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { canReadTask } from './policy.ts'
import { respondWithTask } from './presenter.ts'
import { findTaskByKey } from './queries/keys.ts'
import { taskSchema } from './schema.ts'

export const getTaskByKeyOperation = defineOperation({
  id: 'tasks.by_key',
  method: 'GET',
  path: '/v1/tasks/by-key/{key}',
  summary: 'Get a task by key',
  description:
    'Returns the task that has or had a key such as `QUAY-12`, also after it was moved or its project got another prefix. ' +
    'A key of a task that the caller cannot read returns the same 404 as an unknown one.',
  scope: 'tasks:read',
  params: { key: 'Key of the task, in any case.' },
  query: s.object({
    org_id: s.optional(s.text('ID of the organization. Optional with an access token.')),
  }),
  reply: { status: 200, schema: taskSchema },
  async authorize({ ctx, params, query }) {
    const { org_id } = membershipFromQuery(ctx, query)
    const task = await findTaskByKey(ctx, org_id, params.key)
    if (!task || !canReadTask(ctx, task)) throw notFound()
    return task
  },
  handle: ({ ctx, target }) => respondWithTask(ctx, target),
})
