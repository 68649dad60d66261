import * as s from '../../../core/schema.ts'

export const watchReasons = s.namedEnum('WatchReason', ['created', 'assigned', 'commented', 'mentioned', 'chosen'])
export type WatchReason = (typeof watchReasons)[number]

const reasonOptions = {
  description:
    'Reason of the watch: `created` for the creator, `assigned` for the assignee, otherwise the first of `commented`, ' +
    '`mentioned` and `chosen` (watched explicitly).',
}

export const watchSchema = s.namedObject('Watch', {
  task_id: s.text('ID of the task.'),
  watching: s.bool('Whether the caller is notified of comments and status changes.'),
  reason: s.nullable(s.stringEnum(watchReasons, reasonOptions)),
  version: s.versionField,
})

export const watcherSchema = s.namedObject('Watcher', {
  user_id: s.uuid('ID of the user.'),
  username: s.text('Username.'),
  reason: s.stringEnum(watchReasons, reasonOptions),
})
