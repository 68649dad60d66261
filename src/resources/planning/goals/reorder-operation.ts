import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { requireAllListed } from '../../../core/manual-order.ts'
import { loadProjectForUpdate } from '../../work/projects/policy.ts'
import { goalSubject } from './policy.ts'
import { listGoalIds, saveGoalOrder } from './queries.ts'
import { goalOrder, goalsReordered, goalListParams } from './schema.ts'

export const reorderGoalsOperation = defineOperation({
  id: 'goals.reorder',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals/reorder',
  summary: 'Reorder goals',
  description:
    'Stores a new order of all goals of a project. `If-Match` refers to the project. The ETags of goals change with ' +
    'their positions, but earlier ETags still match in `If-Match`. Requires: owner or editor of the project, or ' +
    'organization admin.',
  scope: 'projects:write',
  params: goalListParams,
  body: goalOrder,
  reply: { status: 200, schema: goalsReordered },
  problems: { 422: 'A goal of the project is missing or listed twice, or an ID is unknown.' },
  emits: { 'goal.reordered': 'The goals of a project were reordered.' },
  example: { body: { goal_ids: ['G06B8Q3X9D1KZ7Y5P', 'G06B8Q3X9D1KZ7Y5Q'] } },
  // Locking the project row serializes changes to the order of its goals.
  authorize: ({ ctx, params }) => loadProjectForUpdate(ctx, params.project_id),
  async handle({ ctx, target, body: { goal_ids } }) {
    const before = await listGoalIds(ctx, target)
    requireAllListed(goal_ids, before, ['body', 'goal_ids'], 'goal of the project')
    if (before.some((id, i) => id !== goal_ids[i])) {
      await saveGoalOrder(ctx, target.org_id, goal_ids)
      const subject = goalSubject({ ...target, goal_id: goal_ids[0]! })
      ctx.emit({ ...subject, type: 'goal.reordered', before: { goal_ids: before }, after: { goal_ids } })
    }
    return respond({ ok: true, goal_ids }, target.version)
  },
})
