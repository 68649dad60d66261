import { calendarTexts as messages } from '../../messages/calendar.ts'
import { Button } from '../../components/button.tsx'
import { getToday } from '../../components/util/dates.ts'
import { formatPeriod, type Period } from './calendar-dates.ts'
import type { CalendarCursor } from './calendar-cursor.ts'
import { PeriodSteps, ScaleChoice } from './period-buttons.tsx'
import type { CalendarTasks } from './calendar-tasks.ts'
import { formatNumber } from '../../messages/plural.ts'

export interface Tray {
  isOpen: boolean
  toggle: () => void
}

interface Props {
  shownDay: string
  tasks: CalendarTasks
  cursor: CalendarCursor
  tray: Tray
  onShow: (day: string) => void
  step: (by: number) => string
}

const periods = ['week', 'month'] as const satisfies readonly Period[]
const periodNames = { week: messages.week, month: messages.month }

export const CalendarBar = ({ shownDay, tasks, cursor: { days, period }, tray, onShow, step }: Props) => (
  <div class="period-bar">
    <PeriodSteps
      earlier={messages.earlier[period]}
      later={messages.later[period]}
      onStep={(by) => onShow(step(by))}
      onToday={() => onShow(getToday())}
    />
    <h2 class="period-name" aria-live="polite">
      {formatPeriod(shownDay, days, period)}
    </h2>
    <span class="period-choices">
      <ScaleChoice label={messages.scale} scales={periods} names={periodNames} scale={period} standard="month" />
      {tasks.hasTray.value && (
        <Button kind="quiet" small icon="inbox" pressed={tray.isOpen} title={messages.showTray} onClick={tray.toggle}>
          {formatNumber(tasks.undated.value.length)}
        </Button>
      )}
    </span>
  </div>
)
