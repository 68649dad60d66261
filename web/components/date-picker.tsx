import { parseDay } from '@svc/sdk/quick-add'
import { useState } from 'preact/hooks'
import { dateTexts } from '../messages/dates.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { Popover, type Anchor } from './popover.tsx'
import { formatDay, addDays, getToday, getWeekday } from './util/dates.ts'
import { getDateVocabulary } from './util/date-vocabulary.ts'
import './date-picker.css'
import './picker.css'

interface DatePickerProps {
  anchor: Anchor
  value: string | null
  onPick: (date: string | null) => void
  onClose: () => void
  label?: string
}

export function DatePicker({ anchor, value, onPick, onClose, label = dateTexts.write }: DatePickerProps) {
  const todayDate = getToday()
  const pick = (date: string | null) => {
    onClose()
    onPick(date)
  }
  const presets: [string, string | null][] = [
    [dateTexts.today, todayDate],
    [dateTexts.tomorrow, addDays(todayDate, 1)],
    [dateTexts.nextWeek, addDays(todayDate, (8 - getWeekday(todayDate)) % 7 || 7)],
    [dateTexts.none, null],
  ]
  return (
    <Popover anchor={anchor} onClose={onClose} role="dialog" label={label}>
      <TypedDate pick={pick} />
      <div class="date-picker">
        <div class="date-picker-quick">
          {presets.map(([name, date]) => (
            <Button key={name} small pressed={date === value} onClick={() => pick(date)}>
              {name}
            </Button>
          ))}
        </div>
        <MonthCalendar value={value} onPick={pick} />
      </div>
    </Popover>
  )
}

function TypedDate({ pick }: { pick: (date: string) => void }) {
  const [typed, setTyped] = useState('')
  const date = parseDay(typed, getToday(), getDateVocabulary())
  const hint = !typed.trim() ? '' : date ? dateTexts.means(formatDay(date)) : dateTexts.unknown
  return (
    <>
      <div class="picker-field">
        <Icon name="calendar" size={14} />
        <input
          data-focus
          aria-label={dateTexts.write}
          placeholder={dateTexts.write}
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && date && pick(date)}
        />
      </div>
      <p class="date-picker-hint" role="status">
        {hint}
      </p>
    </>
  )
}
