import type { Log } from '../services/log.ts'
import { noHints, type Hints } from './hints.ts'

/** Creates a notifier through Redis if `REDIS_URL` is set. Connects on first use. */
export function createHints(redisUrl: string | undefined, log: Log): Hints {
  if (redisUrl === undefined) return noHints
  let notifier: Hints | undefined
  let pendingNotifier: Promise<Hints> | undefined
  const withNotifier = (use: (hints: Hints) => void) => {
    if (notifier) return use(notifier)
    pendingNotifier ??= import('./redis-hints.ts').then(
      ({ RedisHints }) => (notifier = new RedisHints(redisUrl, log)),
    )
    void pendingNotifier.then(use)
  }
  return {
    tell: () => withNotifier((hints) => hints.tell()),
    listen: (heard) => withNotifier((hints) => hints.listen(heard)),
    hush: () => withNotifier((hints) => hints.hush()),
    close: () => void pendingNotifier?.then((hints) => hints.close()),
  }
}
