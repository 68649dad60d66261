import { bool, nullable, object, oneOf, text, uuid, version } from '../../kernel/schema.ts'
import { watchReasons } from './rows.ts'

const why = {
  description:
    '`created` and `assigned` of its creator and assignee, else what made the person watch first: a comment (`commented`), ' +
    'a mention, or a choice of their own (`chosen`).',
}

export const watch = object(
  {
    task_id: text(),
    watching: bool({ description: 'Whether you are told of comments and of changes of its status.' }),
    reason: nullable(oneOf(watchReasons, why)),
    version,
  },
  { title: 'Watch' },
)

export const watcher = object(
  { user_id: uuid(), username: text(), reason: oneOf(watchReasons, why) },
  { title: 'Watcher' },
)
