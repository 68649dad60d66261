import { useEffect, useRef, useState } from 'preact/hooks'
import { dateTexts } from '../messages/en.ts'
import { Button } from './button.tsx'
import { monthAfter, weekdayOf } from './calendar.ts'
import { firstDayOfWeek, locale } from './intl.ts'
import { daysAfter, fullDay, today } from './time.ts'

const shared = { calendar: 'gregory', timeZone: 'UTC' } as const
const monthName = new Intl.DateTimeFormat(locale, { ...shared, month: 'long', year: 'numeric' })
const weekdayName = new Intl.DateTimeFormat(locale, { ...shared, weekday: 'short' })
const utc = (date: string) => new Date(`${date}T00:00:00Z`)

function movedBy(key: string, at: string): string | undefined {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  const months = { PageUp: -1, PageDown: 1 }[key]
  if (days) return daysAfter(at, days)
  return months ? monthAfter(at, months) : undefined
}

/** A month as weeks of days; arrows move by days and weeks, Page up and down by months. */
export function Month({ value, onPick }: { value: string | null; onPick: (date: string) => void }) {
  const [at, setAt] = useState(value ?? today())
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) grid.current!.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at])
  const keys = (event: KeyboardEvent) => {
    const next = movedBy(event.key, at)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    moved.current = true
    setAt(next)
  }
  const turn = (months: number) => {
    moved.current = false
    setAt(monthAfter(at, months))
  }
  const weeks = weeksOf(at)
  return (
    <>
      <Turning month={monthName.format(utc(at))} turn={turn} />
      <table ref={grid} class="date-picker-grid" onKeyDown={keys}>
        <Weekdays week={weeks[0]!} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date}>
                  <Day {...{ date, at, value, onPick }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const Turning = ({ month, turn }: { month: string; turn: (months: number) => void }) => (
  <div class="date-picker-head">
    <Button kind="quiet" small icon="chevron-left" title={dateTexts.earlier} onClick={() => turn(-1)} />
    <span aria-live="polite">{month}</span>
    <Button kind="quiet" small icon="chevron-right" title={dateTexts.later} onClick={() => turn(1)} />
  </div>
)

const Weekdays = ({ week }: { week: string[] }) => (
  <thead>
    <tr>
      {week.map((date) => (
        <th key={date} scope="col">
          {weekdayName.format(utc(date))}
        </th>
      ))}
    </tr>
  </thead>
)

interface DayProps {
  date: string
  at: string
  value: string | null
  onPick: (date: string) => void
}

function Day({ date, at, value, onPick }: DayProps) {
  const names = ['date-picker-day']
  if (date.slice(0, 7) !== at.slice(0, 7)) names.push('date-picker-other')
  if (date === today()) names.push('date-picker-today')
  return (
    <button
      type="button"
      class={names.join(' ')}
      tabIndex={date === at ? 0 : -1}
      aria-label={fullDay(date)}
      aria-pressed={date === value}
      onClick={() => onPick(date)}
    >
      {Number(date.slice(8)).toLocaleString(locale)}
    </button>
  )
}

function weeksOf(date: string): string[][] {
  const first = `${date.slice(0, 8)}01`
  const start = daysAfter(first, -((weekdayOf(first) - firstDayOfWeek() + 7) % 7))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => daysAfter(start, week * 7 + index)),
  )
}
