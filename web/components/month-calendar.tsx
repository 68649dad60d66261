import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { dateTexts } from '../messages/dates.ts'
import { Button } from './button.tsx'
import { getFirstDayOfWeek, locale } from './util/intl.ts'
import { addDays, formatFullDay, addMonths, getToday, getWeekday } from './util/dates.ts'

const shared = { calendar: 'gregory', timeZone: 'UTC' } as const
const monthName = new Intl.DateTimeFormat(locale, { ...shared, month: 'long', year: 'numeric' })
const weekdayName = new Intl.DateTimeFormat(locale, { ...shared, weekday: 'short' })
const toUtc = (date: string) => new Date(`${date}T00:00:00Z`)

function moveByKey(key: string, focused: string): string | undefined {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  const months = { PageUp: -1, PageDown: 1 }[key]
  if (days) return addDays(focused, days)
  return months ? addMonths(focused, months) : undefined
}

export function MonthCalendar({ value, onPick }: { value: string | null; onPick: (date: string) => void }) {
  const [focused, setFocused] = useState(value ?? getToday())
  const grid = useRef<HTMLTableElement>(null)
  const isMovedByKey = useRef(false)
  useLayoutEffect(() => {
    if (isMovedByKey.current) grid.current!.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [focused])
  const handleKey = (event: KeyboardEvent) => {
    const next = moveByKey(event.key, focused)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    isMovedByKey.current = true
    setFocused(next)
  }
  const showMonth = (months: number) => {
    isMovedByKey.current = false
    setFocused(addMonths(focused, months))
  }
  const weeks = listWeeks(focused)
  return (
    <>
      <MonthHeader month={monthName.format(toUtc(focused))} showMonth={showMonth} />
      <table ref={grid} class="date-picker-grid" onKeyDown={handleKey}>
        <Weekdays week={weeks[0]!} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date}>
                  <Day {...{ date, focused, value, onPick }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const MonthHeader = ({ month, showMonth }: { month: string; showMonth: (months: number) => void }) => (
  <div class="date-picker-head">
    <Button kind="quiet" small icon="chevron-left" title={dateTexts.earlier} onClick={() => showMonth(-1)} />
    <span aria-live="polite">{month}</span>
    <Button kind="quiet" small icon="chevron-right" title={dateTexts.later} onClick={() => showMonth(1)} />
  </div>
)

const Weekdays = ({ week }: { week: string[] }) => (
  <thead>
    <tr>
      {week.map((date) => (
        <th key={date} scope="col">
          {weekdayName.format(toUtc(date))}
        </th>
      ))}
    </tr>
  </thead>
)

interface DayProps {
  date: string
  focused: string
  value: string | null
  onPick: (date: string) => void
}

function Day({ date, focused, value, onPick }: DayProps) {
  const names = ['date-picker-day']
  if (date.slice(0, 7) !== focused.slice(0, 7)) names.push('date-picker-other')
  if (date === getToday()) names.push('date-picker-today')
  return (
    <button
      type="button"
      class={names.join(' ')}
      tabIndex={date === focused ? 0 : -1}
      aria-label={formatFullDay(date)}
      aria-pressed={date === value}
      onClick={() => onPick(date)}
    >
      {Number(date.slice(8)).toLocaleString(locale)}
    </button>
  )
}

function listWeeks(date: string): string[][] {
  const first = `${date.slice(0, 8)}01`
  const start = addDays(first, -((getWeekday(first) - getFirstDayOfWeek() + 7) % 7))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(start, week * 7 + index)),
  )
}
