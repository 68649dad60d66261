import type { Log } from '../../core/log.ts'
import { noopNotifier, type CommitNotifier } from './notifier.ts'

export function createNotifier(redisUrl: string | undefined, log: Log): CommitNotifier {
  if (redisUrl === undefined) return noopNotifier
  let notifier: CommitNotifier | undefined
  let pendingNotifier: Promise<CommitNotifier> | undefined
  const withNotifier = (use: (hints: CommitNotifier) => void) => {
    if (notifier) return use(notifier)
    pendingNotifier ??= import('./redis-notifier.ts').then(
      ({ RedisNotifier }) => (notifier = new RedisNotifier(redisUrl, log)),
    )
    void pendingNotifier.then(use)
  }
  return {
    notify: () => withNotifier((hints) => hints.notify()),
    subscribe: (heard) => withNotifier((hints) => hints.subscribe(heard)),
    unsubscribe: () => withNotifier((hints) => hints.unsubscribe()),
    close: () => void pendingNotifier?.then((hints) => hints.close()),
  }
}
