import { signal } from '@preact/signals'
import { ago, moment } from './time.ts'

const minute = signal(0)
setInterval(() => minute.value++, 60_000)

/** Relative time, with the full date and time as its title. */
export function Ago({ at }: { at: string }) {
  void minute.value
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  )
}
