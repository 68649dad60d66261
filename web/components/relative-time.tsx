import { signal } from '@preact/signals'
import { formatRelativeTime, formatDateTime } from './util/dates.ts'

const minute = signal(0)
setInterval(() => minute.value++, 60_000)

export function RelativeTime({ at }: { at: string }) {
  void minute.value
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelativeTime(at)}
    </time>
  )
}
