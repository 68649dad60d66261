import type { Milestone } from '@svc/sdk'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { roadmapTexts as messages } from '../../messages/roadmap.ts'
import { Button } from '../../components/button.tsx'
import { HEAD_PX, layoutRoadmap, type ApiProject, type MapProject } from './layout.ts'
import { getLineColor } from './line-colors.ts'
import { MapDrawing } from './map-drawing.tsx'
import { useMapKeys } from './map-keys.ts'
import { MapState } from './map-state.ts'
import { measureLabel } from './measure-label.ts'
import { useMapDrag } from './use-map-drag.ts'

interface MapProps {
  projects: readonly ApiProject[]
  milestones: ReadonlyMap<string, Milestone>
  onOpen: (id: string) => void
}

export function RoadmapMap({ projects, milestones, onOpen }: MapProps) {
  const layout = useMemo(() => layoutRoadmap(projects, measureLabel), [projects])
  const state = useMemo(() => new MapState(layout), [])
  state.layout = layout
  const box = useRef<HTMLDivElement>(null)
  useMapKeys(state, onOpen)
  useMapDrag(box, state)
  useLayoutEffect(() => {
    state.box = box.current
    state.measure()
    const observer = new ResizeObserver(state.measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => state.showToday(), [])
  const zoom = state.zoom.value
  const names = useMemo(() => <LineNames projects={layout.projects} zoom={zoom} />, [layout, zoom])
  const cursor = state.cursor.value ?? findFirst(layout.projects)
  return (
    <div class="map-frame">
      <div ref={box} class="map" data-region="list" tabIndex={-1} onScroll={state.measure} onFocusIn={takeFocus(state)}>
        <div class="map-sheet" style={{ blockSize: `${layout.height * zoom}px` }}>
          {names}
          <svg
            class="map-drawing"
            role="group"
            aria-label={messages.title}
            width={layout.width * zoom}
            height={layout.height * zoom}
            viewBox={`0 0 ${layout.width} ${layout.height}`}
          >
            <MapDrawing {...{ layout, milestones, onOpen }} view={state.view.value} current={cursor} />
          </svg>
        </div>
      </div>
      <MapTools state={state} />
    </div>
  )
}

const findFirst = (projects: readonly MapProject[]) => {
  const line = projects.flatMap(({ lines }) => lines).find(({ stops }) => stops.length > 0)
  return line && { stop: line.stops[0]!.stop.stop_id, y: line.y }
}

/** Makes a stop the current one when it is focused by Tab or a click. */
const takeFocus = (state: MapState) => (event: FocusEvent) => {
  const id = (event.target as Element).closest('.map-target')?.id.slice('stop-'.length)
  if (id === undefined || state.cursor.peek()?.stop === id) return
  const line = state.listLines().find(({ stops }) => stops.some(({ stop }) => stop.stop_id === id))
  if (line) state.cursor.value = { stop: id, y: line.y }
}

const LineNames = ({ projects, zoom }: { projects: readonly MapProject[]; zoom: number }) => (
  <div class="map-names">
    {projects.map(({ id, name, top, lines }) => (
      <section key={id}>
        <h2
          class="map-project one-line"
          dir="auto"
          title={name}
          style={{ insetBlockStart: `${top * zoom}px`, blockSize: `${HEAD_PX * zoom}px` }}
        >
          {name}
        </h2>
        {lines.map((line) => (
          <h3
            key={line.id}
            class="map-name"
            dir="auto"
            title={line.name}
            style={{ insetBlockStart: `${line.y * zoom}px` }}
          >
            <span class="map-swatch" style={{ background: getLineColor(line.color) }} />
            <span class="one-line">{line.name}</span>
          </h3>
        ))}
      </section>
    ))}
  </div>
)

const MapTools = ({ state }: { state: MapState }) => (
  <div class="map-tools">
    <Button small onClick={() => state.showToday()} title={messages.showToday} keys="t">
      {messages.today}
    </Button>
    <Button small icon="minus" title={messages.zoomOut} keys="-" onClick={() => state.changeZoom(-1)} />
    <Button small icon="plus" title={messages.zoomIn} keys="+" onClick={() => state.changeZoom(1)} />
  </div>
)
