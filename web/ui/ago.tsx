import { signal } from '@preact/signals'
import { ago, moment } from './time.ts'

/** One clock for all of them. */
const minute = signal(0)
setInterval(() => minute.value++, 60_000)

/** How long ago something was; the moment in full as its title. */
export function Ago({ at }: { at: string }) {
  void minute.value
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  )
}
