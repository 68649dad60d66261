import type { BurndownDay, Sprint } from '@svc/sdk'
import { burndownTexts as messages } from '../../messages/burndown.ts'
import { useQuery } from '../../store/use-query.ts'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatDay } from '../../components/util/dates.ts'
import { CHART, plotBurndown, type BurndownPlot, type ChartPoint } from './plot.ts'
import './burndown.css'

/** Shows how the open tasks of a sprint decreased, as a chart and as a table. */
export function BurndownChart({ sprint }: { sprint: Sprint }) {
  const { team_id, sprint_id, task_count, completed_count, version } = sprint
  const key = `burndown ${team_id} ${sprint_id} ${version} ${task_count} ${completed_count}`
  const { value, problem, refetch } = useQuery(key, (svc) => svc.sprints.burndown(team_id, sprint_id))
  if (problem) return <ErrorMessage problem={problem} retry={refetch} />
  if (!value) return <Skeleton rows={1} height={CHART.height} />
  const last = value.days.at(-1)
  if (!last) return <p class="burndown-none">{messages.none}</p>
  return (
    <figure class="burndown">
      <figcaption>
        {messages.open(sprint.name)} {messages.summary(last.remaining, last.completed)}
      </figcaption>
      <Plot plot={plotBurndown(value.days, sprint.end_date)} from={value.days[0]!.day} to={sprint.end_date} />
      <details>
        <summary>{messages.asTable}</summary>
        <DayTable days={value.days} />
      </details>
    </figure>
  )
}

const toPath = (points: readonly ChartPoint[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** The picture has the same numbers as the table below it, so screen readers skip it. */
const Plot = ({ plot, from, to }: { plot: BurndownPlot; from: string; to: string }) => (
  <svg class="burndown-plot" viewBox={`0 0 ${CHART.width} ${CHART.height}`} aria-hidden="true">
    {plot.grid.map(({ value, y }) => (
      <g key={value}>
        <path class="burndown-grid" d={`M${CHART.left} ${y}H${CHART.width - CHART.right}`} />
        <text x={CHART.left - 6} y={y + 4} text-anchor="end">
          {value}
        </text>
      </g>
    ))}
    <path class="burndown-ideal" d={toPath(plot.ideal)} />
    <path class="burndown-line" d={toPath(plot.line)} />
    {plot.marks.map(({ x, y, added, removed }) => (
      <g key={x}>
        <circle class="burndown-mark" cx={x} cy={y} r="3.5" />
        <text x={x} y={Math.max(12, y - 8)} text-anchor="middle">
          {messages.change(added, removed)}
        </text>
      </g>
    ))}
    <text x={CHART.left} y={CHART.height - 6}>
      {formatDay(from)}
    </text>
    <text x={CHART.width - CHART.right} y={CHART.height - 6} text-anchor="end">
      {formatDay(to)}
    </text>
  </svg>
)

const columns = [
  ['remaining', messages.remaining],
  ['completed', messages.completed],
  ['added', messages.added],
  ['removed', messages.removed],
] as const

const DayTable = ({ days }: { days: readonly BurndownDay[] }) => (
  <table class="settings-table">
    <thead>
      <tr>
        <th scope="col">{messages.day}</th>
        {columns.map(([name, label]) => (
          <th key={name} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {days.map((day) => (
        <tr key={day.day}>
          <th scope="row">{formatDay(day.day)}</th>
          {columns.map(([name]) => (
            <td key={name}>{day[name]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
