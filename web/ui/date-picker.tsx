import { parseDay } from '@svc/sdk/quick-add'
import { useState } from 'preact/hooks'
import { dateTexts } from '../messages/en.ts'
import { Button } from './button.tsx'
import { weekdayOf } from './calendar.ts'
import { Icon } from './icon.tsx'
import { Month } from './month.tsx'
import { Popover, type Anchor } from './popover.tsx'
import { day, daysAfter, today } from './time.ts'
import { vocabulary } from './vocabulary.ts'
import './date-picker.css'
import './picker.css'

interface DatePickerProps {
  anchor: Anchor
  value: string | null
  onPick: (date: string | null) => void
  onClose: () => void
  label?: string
}

/** A day: written in words, one of the usual ones, or from the calendar. */
export function DatePicker({ anchor, value, onPick, onClose, label = dateTexts.write }: DatePickerProps) {
  const now = today()
  const pick = (date: string | null) => {
    onClose()
    onPick(date)
  }
  const usual: [string, string | null][] = [
    [dateTexts.today, now],
    [dateTexts.tomorrow, daysAfter(now, 1)],
    [dateTexts.nextWeek, daysAfter(now, (8 - weekdayOf(now)) % 7 || 7)],
    [dateTexts.none, null],
  ]
  return (
    <Popover anchor={anchor} onClose={onClose} role="dialog" label={label}>
      <Written pick={pick} />
      <div class="date-picker">
        <div class="date-picker-quick">
          {usual.map(([name, date]) => (
            <Button key={name} small pressed={date === value} onClick={() => pick(date)}>
              {name}
            </Button>
          ))}
        </div>
        <Month value={value} onPick={pick} />
      </div>
    </Popover>
  )
}

function Written({ pick }: { pick: (date: string) => void }) {
  const [typed, setTyped] = useState('')
  const found = parseDay(typed, today(), vocabulary())
  const said = !typed.trim() ? '' : found ? dateTexts.means(day(found)) : dateTexts.unknown
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
          onKeyDown={(event) => event.key === 'Enter' && found && pick(found)}
        />
      </div>
      <p class="date-picker-hint" role="status">
        {said}
      </p>
    </>
  )
}
