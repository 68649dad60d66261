import type { Log } from '../services/log.ts'
import { noHints, type Hints } from './hints.ts'

/** Hints through Redis, when `REDIS_URL` is set. It is connected to at the first one that is told or listened for. */
export function createHints(redisUrl: string | undefined, log: Log): Hints {
  if (redisUrl === undefined) return noHints
  let made: Hints | undefined
  let making: Promise<Hints> | undefined
  const through = (use: (hints: Hints) => void) => {
    if (made) return use(made)
    making ??= import('./redis-hints.ts').then(({ RedisHints }) => (made = new RedisHints(redisUrl, log)))
    void making.then(use)
  }
  return {
    tell: () => through((hints) => hints.tell()),
    listen: (heard) => through((hints) => hints.listen(heard)),
    hush: () => through((hints) => hints.hush()),
    close: () => void making?.then((hints) => hints.close()),
  }
}
