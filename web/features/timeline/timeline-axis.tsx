import { getToday } from '../../components/util/dates.ts'
import { listAxis, toX, type Tick } from './timeline-scale.ts'
import type { TimelineState } from './timeline-state.ts'

/** Axis above the rows: months and days, or years and months. */
export function TimelineAxis({ state }: { state: TimelineState }) {
  const window = state.window.value
  const [upper, lower] = listAxis(window, state.scale.value)
  const today = toX(window, getToday())
  return (
    <div class="timeline-row timeline-axis" aria-hidden="true">
      <span class="timeline-name" />
      <div class="timeline-lane">
        <TickLine ticks={upper} />
        <TickLine ticks={lower} />
        <span class="timeline-now-mark" style={{ insetInlineStart: `${today + window.dayWidth / 2}px` }} />
      </div>
    </div>
  )
}

const TickLine = ({ ticks }: { ticks: readonly Tick[] }) => (
  <div class="timeline-ticks">
    {ticks.map(({ day, x, width, label }) => (
      <span key={day} class="timeline-tick" style={{ insetInlineStart: `${x}px`, inlineSize: `${width}px` }}>
        <span>{label}</span>
      </span>
    ))}
  </div>
)
