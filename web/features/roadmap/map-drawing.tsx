import type { Milestone } from '@svc/sdk'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { roadmapTexts as messages } from '../../messages/roadmap.ts'
import { getToday } from '../../components/util/dates.ts'
import { listFrontPoints } from './front.ts'
import {
  COLUMN_PX,
  LINE_HEIGHT_PX,
  RING_PX,
  type Box,
  type MapLayout,
  type MapProject,
  type MapStop,
} from './layout.ts'
import { getLineColor } from './line-colors.ts'
import { findFacts, formatDateMark, listFactTexts, type StopFacts } from './stop-facts.ts'
import { formatList } from '../../components/util/intl.ts'

interface DrawingProps {
  layout: MapLayout
  milestones: ReadonlyMap<string, Milestone>
  /** Part of the map that is drawn; all of it by default. */
  view?: Box
  theme?: 'light'
  /** Stop and line that keys act on. */
  current?: { stop: string; y: number } | undefined
  onOpen?: (id: string) => void
}

/** Height above a line in which a stop has its title. */
const LABEL_PX = 48

export const getStopElementId = (id: string): string => `stop-${id}`

/** Draws a map, or the part of it that is in view. */
export function MapDrawing({ layout, view, ...rest }: DrawingProps) {
  const visible = view
    ? layout.projects.filter(({ top, bottom }) => top < view.y2 && bottom > view.y1)
    : layout.projects
  return (
    <>
      {visible.map((project) => (
        <ProjectDrawing key={project.id} project={project} view={view} {...rest} />
      ))}
    </>
  )
}

interface ProjectProps extends Omit<DrawingProps, 'layout' | 'view'> {
  project: MapProject
  view: Box | undefined
}

function ProjectDrawing({ project, view, theme, milestones, current, onOpen }: ProjectProps) {
  const { lines, stops } = project
  const isVisible = (one: MapStop) =>
    !view ||
    one.stop.stop_id === current?.stop ||
    (one.x + COLUMN_PX > view.x1 && one.x - COLUMN_PX < view.x2 && one.ys[0]! < view.y2 && one.ys.at(-1)! > view.y1)
  const shown = stops.filter(isVisible)
  // Preact skips elements that are the same as before, so that scrolling draws only stops that come into view.
  const drawn = useMemo(() => new Map<MapStop, VNode>(), [project, milestones, theme, onOpen])
  const draw = (placed: MapStop) => {
    const props = { placed, lines, milestones, theme, onOpen }
    const { stop_id } = placed.stop
    if (stop_id === current?.stop) return <Stop key={stop_id} {...props} current={current} />
    const known = drawn.get(placed) ?? <Stop key={stop_id} {...props} current={undefined} />
    drawn.set(placed, known)
    return known
  }
  return (
    <g>
      <Front project={project} />
      {shown.map(({ stop, x, ys }) => ys.length > 1 && <Connector key={stop.stop_id} x={x} ys={ys} />)}
      {lines.map(({ id, y, x2, color }) => (
        <path key={id} class="map-line" d={`M0 ${y}H${x2}`} stroke={getLineColor(color, theme)} />
      ))}
      {shown.map(draw)}
    </g>
  )
}

/** Shades what lies behind today, up to a front across the lines. */
function Front({ project }: { project: MapProject }) {
  const points = listFrontPoints(project, getToday())
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const path = points.map(({ x, y }) => `L${x.toFixed(1)} ${y}`).join('')
  return (
    <>
      <path class="map-past" d={`M0 ${first.y}${path}L0 ${last.y}Z`} />
      <path class="map-front" d={path.replace('L', 'M')} />
      <text class="map-today" x={first.x + 4} y={first.y - 4}>
        {messages.today}
      </text>
    </>
  )
}

/** Runs below the lines, so that a line between those of a junction passes over it. */
const Connector = ({ x, ys }: { x: number; ys: number[] }) => (
  <>
    <path class="map-connector" d={`M${x} ${ys[0]}V${ys.at(-1)}`} />
    <path class="map-connector-core" d={`M${x} ${ys[0]}V${ys.at(-1)}`} />
  </>
)

interface StopProps {
  placed: MapStop
  lines: MapProject['lines']
  milestones: ReadonlyMap<string, Milestone>
  theme: 'light' | undefined
  current: DrawingProps['current']
  onOpen: DrawingProps['onOpen']
}

function Stop({ placed, lines, milestones, theme, current, onOpen }: StopProps) {
  const { stop, x, ys, labelBox, dateBox, contradicts } = placed
  const facts = findFacts(stop, milestones)
  const own = lines.filter(({ id }) => stop.journey_ids.includes(id))
  const names = messages.onLines(formatList(own.map(({ name }) => name)))
  const isCurrent = current?.stop === stop.stop_id
  const top = ys[0]! - LABEL_PX
  return (
    <g class="map-stop">
      <rect
        id={getStopElementId(stop.stop_id)}
        class="map-target"
        {...{ x: labelBox.x1, y: top, width: labelBox.x2 - labelBox.x1, height: dateBox.y2 - top }}
        role={onOpen && 'button'}
        tabindex={onOpen && (isCurrent ? 0 : -1)}
        data-home={isCurrent || undefined}
        aria-label={[stop.title, names, ...listFactTexts(stop, facts, contradicts)].join(', ')}
        onClick={onOpen && (() => onOpen(stop.stop_id))}
      >
        <title>{stop.title}</title>
      </rect>
      <g class="map-picture" aria-hidden="true">
        <StopText {...{ placed, facts }} />
        {own.map(({ id, y, color }) => (
          <Ring
            key={id}
            {...{ x, y, stop }}
            color={getLineColor(color, theme)}
            isFocused={isCurrent && current.y === y}
          />
        ))}
      </g>
    </g>
  )
}

function StopText({ placed, facts }: { placed: MapStop; facts: StopFacts }) {
  const { stop, x, label, labelBox, dateBox, contradicts } = placed
  const isWarning = facts.isOverdue || facts.earlier.length > 0
  return (
    <>
      {label.map((text, line) => (
        <text key={line} class="map-label" x={x} y={labelBox.y1 + (line + 0.75) * LINE_HEIGHT_PX}>
          {text}
        </text>
      ))}
      <text class={isWarning ? 'map-date map-date-warning' : 'map-date'} x={x} y={dateBox.y1 + 11}>
        {formatDateMark(stop, facts, contradicts)}
      </text>
    </>
  )
}

interface RingProps {
  x: number
  y: number
  color: string
  stop: MapStop['stop']
  isFocused: boolean
}

const CIRCUMFERENCE = 2 * Math.PI * (RING_PX - 2)

/** Shows the share of completed tasks as a ring, and a check once all are. */
function Ring({ x, y, color, stop: { done, total }, isFocused }: RingProps) {
  const share = total === 0 ? 0 : done / total
  const isDone = share === 1
  return (
    <>
      {isFocused && <circle class="map-focus" cx={x} cy={y} r={RING_PX + 4} />}
      <circle class="map-ring" cx={x} cy={y} r={RING_PX} stroke={color} />
      {isDone && <circle cx={x} cy={y} r={RING_PX} fill={color} />}
      {isDone && <path class="map-check" d={`m${x - 4} ${y}l3 3 5-6`} />}
      {share > 0 && !isDone && (
        <circle
          class="map-share"
          cx={x}
          cy={y}
          r={RING_PX - 2}
          stroke={color}
          stroke-dasharray={`${(share * CIRCUMFERENCE).toFixed(1)} ${CIRCUMFERENCE.toFixed(1)}`}
          transform={`rotate(-90 ${x} ${y})`}
        />
      )}
    </>
  )
}
