import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { requireAllListed } from '../../kernel/lists/order.ts'
import { editableProject } from '../projects/access.ts'
import { asGoal } from './access.ts'
import { listOrder, storeOrder } from './queries.ts'
import { goalOrder, goalsReordered, projectParams } from './schemas.ts'

export const reorderGoals = operation({
  id: 'goals.reorder',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals/reorder',
  summary: 'Put goals in another order',
  description:
    "Owners and editors of the project, and org admins. `If-Match` is about the project; the goals' own ETags change " +
    'with their positions, and stay good for `If-Match`.',
  scope: 'projects:write',
  params: projectParams,
  body: goalOrder,
  reply: { status: 200, schema: goalsReordered },
  problems: { 422: 'a goal of the project is missing or listed twice, or an id is of none' },
  emits: { 'goal.reordered': 'The goals of a project were put into another order.' },
  example: { body: { goal_ids: ['G06B8Q3X9D1KZ7Y5P', 'G06B8Q3X9D1KZ7Y5Q'] } },
  // The lock of the project's row lets one request at a time order its goals or put a goal among them.
  access: ({ ctx, params }) => editableProject(ctx, params.project_id),
  async handle({ ctx, target, body: { goal_ids } }) {
    const before = await listOrder(ctx, target)
    requireAllListed(goal_ids, before, ['body', 'goal_ids'], 'goal of the project')
    if (before.some((id, i) => id !== goal_ids[i])) {
      await storeOrder(ctx, target.org_id, goal_ids)
      const subject = asGoal({ ...target, goal_id: goal_ids[0]! })
      ctx.emit({ ...subject, type: 'goal.reordered', before: { goal_ids: before }, after: { goal_ids } })
    }
    return answer({ ok: true, goal_ids }, target.version)
  },
})
