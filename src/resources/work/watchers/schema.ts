import { bool, nullable, object, stringEnum, text, uuid, versionField } from '../../../core/schema.ts'
import { watchReasons } from './watcher-rows.ts'

const reasonOptions = {
  description:
    'Reason of the watch: `created` for the creator, `assigned` for the assignee, otherwise the first of `commented`, ' +
    '`mentioned` and `chosen` (watched explicitly).',
}

export const watchSchema = object(
  {
    task_id: text({ description: 'Id of the task.' }),
    watching: bool({ description: 'Whether the caller is notified of comments and status changes.' }),
    reason: nullable(stringEnum(watchReasons, reasonOptions)),
    version: versionField,
  },
  { title: 'Watch' },
)

export const watcherSchema = object(
  {
    user_id: uuid({ description: 'Id of the user.' }),
    username: text({ description: 'Username.' }),
    reason: stringEnum(watchReasons, reasonOptions),
  },
  { title: 'Watcher' },
)
