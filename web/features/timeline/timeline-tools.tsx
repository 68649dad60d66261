import { timelineTexts as messages } from '../../messages/timeline.ts'
import { Button } from '../../components/button.tsx'
import { PeriodSteps, ScaleChoice } from '../calendar/period-buttons.tsx'
import { addDays } from '../../components/util/dates.ts'
import { formatDayRange } from '../calendar/calendar-dates.ts'
import { scales } from '../views/view-query.ts'
import { panSteps } from './timeline-scale.ts'
import type { TimelineState } from './timeline-state.ts'

interface Props {
  state: TimelineState
  isTable: boolean
  onTable: (isTable: boolean) => void
}

const scaleNames = { day: messages.day, week: messages.week, month: messages.month }

export function TimelineTools({ state, isTable, onTable }: Props) {
  const scale = state.scale.value
  const { from, days } = state.window.value
  return (
    <div class="period-bar">
      <PeriodSteps
        earlier={messages.earlier}
        later={messages.later}
        onStep={(by) => state.pan(by * panSteps[scale])}
        onToday={state.showToday}
      />
      <h2 class="period-name">{formatDayRange(from, addDays(from, days - 1))}</h2>
      <span class="period-choices">
        <ScaleChoice label={messages.zoom} scales={scales} names={scaleNames} scale={scale} standard="week" />
        <Button
          kind="quiet"
          small
          icon="columns"
          pressed={isTable}
          title={messages.table}
          onClick={() => onTable(!isTable)}
        />
      </span>
    </div>
  )
}
