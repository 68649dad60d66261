import { conflict, invalid } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { matchPlaceholder } from './commands/match-placeholder.ts'
import { placeholderEvents } from './events.ts'
import { loadPlaceholder, requirePlaceholderReader } from './policy.ts'
import { presentPlaceholder } from './presenter.ts'
import { lockPerson, placeholderSorts, selectPlaceholderPage } from './queries/placeholders.ts'
import { placeholderMatch, placeholderSchema } from './schema.ts'

const path = '/v1/organizations/{org_id}/placeholders'
const org_id = 'ID of the organization.'

export const listPlaceholdersOperation = defineOperation({
  id: 'imports.list_placeholders',
  method: 'GET',
  path,
  summary: 'List placeholders',
  description:
    'Returns the people of imports who match no member: authors and assignees who have no rights and cannot sign in. They ' +
    'are not members. Only admins see their addresses. Requires: member, but not guest.',
  scope: 'org:read',
  params: { org_id },
  list: placeholderSorts,
  reply: { status: 200, schema: s.pageSchema(placeholderSchema) },
  authorize: requirePlaceholderReader,
  async handle({ ctx, target, list }) {
    const found = await selectPlaceholderPage(ctx, list, target.org_id)
    return respondWithPage(ctx, list, found, (row) => presentPlaceholder(row, target.isAdmin))
  },
})

export const matchPlaceholderOperation = defineOperation({
  id: 'imports.match_placeholder',
  method: 'POST',
  path: `${path}/{user_id}/match`,
  summary: 'Match a placeholder',
  description:
    'Says which member a placeholder is. In the background, tasks, comments, files and history then name the member, who ' +
    'is also found by later imports of the same source; roles and restrictions of tasks stay as they are. This cannot be ' +
    'undone. Without it, a placeholder becomes the member who has verified its address. Requires: organization admin.',
  scope: 'org:write',
  params: { org_id, user_id: 'The user ID of the placeholder.' },
  body: placeholderMatch,
  reply: { status: 200, schema: placeholderSchema },
  problems: { 409: 'The placeholder is already matched with another member.' },
  emits: placeholderEvents,
  authorize: loadPlaceholder,
  async handle({ ctx, target, body }) {
    const member = await lockPerson(ctx, target.org_id, body.username)
    if (!member) throw invalid(['body', 'username'], 'No active member has this username.')
    if (target.into_user_id === member.user_id) return respond(presentPlaceholder(target, true), target.version)
    if (target.into_user_id !== null) throw conflict(`The placeholder is already matched with ${target.into_username}.`)
    const matched = await matchPlaceholder(ctx, target, member)
    return respond(presentPlaceholder(matched, true), matched.version)
  },
})
