import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findFront } from '../../../web/features/roadmap/front.ts'
import {
  layoutRoadmap,
  RING_PX,
  type ApiProject,
  type Box,
  type MapLayout,
} from '../../../web/features/roadmap/layout.ts'
import { wrapText } from '../../../web/features/roadmap/wrap-text.ts'

const measure = (text: string) => [...text].length * 7
const today = '2026-11-27'

/** Stops with a date or none, and lines with a random choice of them in random order, so that lines may contradict. */
const project = fc
  .array(fc.record({ title: fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), day: fc.option(fc.nat(60)) }), {
    minLength: 1,
    maxLength: 14,
  })
  .chain((stops) => {
    const ids = stops.map((_, index) => `S${index}`)
    const line = fc.shuffledSubarray(ids)
    return fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => buildProject(stops, lines))
  })
const roadmap = fc
  .array(project, { minLength: 1, maxLength: 3 })
  .map((projects) => projects.map((one, index) => ({ ...one, project_id: `P${index}` })))

interface Sketch {
  title: string
  day: number | null
}

const addDays = (days: number) => new Date(Date.parse('2026-11-01') + days * 86_400_000).toISOString().slice(0, 10)

function buildProject(stops: Sketch[], lines: string[][]): ApiProject {
  const buildStop = (id: string, position: number) => {
    const { title, day } = stops[Number(id.slice(1))]!
    const journey_ids = lines.flatMap((line, index) => (line.includes(id) ? [`J${index}`] : []))
    const target_date = day === null ? null : addDays(day)
    const rest = { description: null, done: 0, total: 0, milestone_ids: [], version: 1 }
    return { stop_id: id, project_id: 'P', title, target_date, position, journey_ids, ...rest }
  }
  const journeys = lines.map((line, index) => ({
    journey_id: `J${index}`,
    project_id: 'P',
    name: `Line ${index}`,
    color: 'blue',
    position: index + 1,
    version: 1,
    stops: line.map((id, position) => buildStop(id, position + 1)),
  }))
  return { project_id: 'P', name: 'Quay', can_edit: true, team_id: null, journeys }
}

const intersects = (a: Box, b: Box) => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2

/** Everything that is drawn, as boxes: rings, connectors of junctions, lines and labels. */
function listShapes({ projects }: MapLayout) {
  const stops = projects.flatMap((one) => one.stops)
  const rings = stops.flatMap(({ x, ys }) =>
    ys.map((y) => ({ x1: x - RING_PX, x2: x + RING_PX, y1: y - RING_PX, y2: y + RING_PX })),
  )
  const connectors = stops.map(({ x, ys }) => ({ x1: x - 3, x2: x + 3, y1: ys[0]!, y2: ys.at(-1)! }))
  const lines = projects.flatMap((one) => one.lines.map(({ y, x2 }) => ({ x1: 0, x2, y1: y - 3, y2: y + 3 })))
  const labels = stops.flatMap(({ labelBox, dateBox }) => [labelBox, dateBox])
  return { rings, connectors, lines, labels }
}

/** Holds for random roadmaps that a check finds no faults in their layout. */
const expectNoFaults = (findFaults: (layout: MapLayout, projects: ApiProject[]) => unknown[]) =>
  fc.assert(
    fc.property(roadmap, (projects) => {
      expect(findFaults(layoutRoadmap(projects, measure), projects)).toEqual([])
    }),
  )

describe('a roadmap as a map', () => {
  test('has each stop once, with one ring on each of its lines', () =>
    expectNoFaults(({ projects: maps }, projects) =>
      maps.flatMap<unknown>(({ stops, lines }, index) => {
        const drawn = stops.map(({ stop }) => stop.stop_id).toSorted()
        const expected = [...new Set(projects[index]!.journeys.flatMap((one) => one.stops.map((stop) => stop.stop_id)))]
        const misplaced = stops.filter((one) => {
          const own = lines.filter((line) => one.stop.journey_ids.includes(line.id))
          const isOnLines = own.every(
            (line) => line.x2 >= one.x && line.stops.filter((other) => other === one).length === 1,
          )
          return !isOnLines || one.ys.join() !== own.map(({ y }) => y).join()
        })
        return drawn.join() === expected.toSorted().join() ? misplaced : [drawn]
      }),
    ))

  test('draws no label over another label, a ring, a connector or a line', () =>
    expectNoFaults((layout) => {
      const { rings, connectors, lines, labels } = listShapes(layout)
      const others = [...rings, ...connectors, ...lines]
      return labels.flatMap((label, index) =>
        [...others, ...labels.slice(index + 1)]
          .filter((other) => intersects(label, other))
          .map((other) => [label, other]),
      )
    }))

  test('draws no ring or connector over the ring of another stop', () =>
    expectNoFaults(({ projects }) =>
      projects.flatMap(({ stops }) =>
        stops.flatMap((a) =>
          stops.filter((b) => a !== b && a.x === b.x && b.ys.some((y) => y >= a.ys[0]! && y <= a.ys.at(-1)!)),
        ),
      ),
    ))

  test('keeps the order of every line, except at stops that are marked as contradictions', () =>
    expectNoFaults(({ projects: maps }, projects) =>
      maps.flatMap((map, index) => {
        const placed = new Map(map.stops.map((one) => [one.stop.stop_id, one]))
        return projects[index]!.journeys.flatMap(({ name, stops }) =>
          stops.filter(({ stop_id }, at) => {
            const [before, here] = [placed.get(stops[at - 1]?.stop_id ?? ''), placed.get(stop_id)!]
            return before !== undefined && before.x >= here.x && !here.contradicts.includes(name)
          }),
        )
      }),
    ))

  test('marks no contradiction where all lines agree', () =>
    fc.assert(
      fc.property(fc.array(fc.subarray(['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6']), { minLength: 1 }), (lines) => {
        const stops = Array.from({ length: 7 }, () => ({ title: 'Stop', day: null }))
        const { projects } = layoutRoadmap([buildProject(stops, lines)], measure)
        expect(projects[0]!.stops.flatMap(({ contradicts }) => contradicts)).toEqual([])
      }),
    ))

  test('has no stop that is due later than today behind the front', () =>
    expectNoFaults(({ projects }) =>
      projects.flatMap(({ lines }) =>
        lines.flatMap((line) => {
          const front = findFront(line, today)
          return line.stops.filter(({ stop, x }) => (stop.target_date ?? '') > today && x <= front)
        }),
      ),
    ))

  test('lets the earliest date decide between lines that contradict each other', () => {
    const stops = [
      { title: 'Piles', day: 9 },
      { title: 'Wall', day: 3 },
    ]
    const [map] = layoutRoadmap(
      [
        buildProject(stops, [
          ['S0', 'S1'],
          ['S1', 'S0'],
        ]),
      ],
      measure,
    ).projects
    const [piles, wall] = map!.stops
    expect([wall!.x < piles!.x, wall!.contradicts, piles!.contradicts]).toEqual([true, ['Line 0'], []])
  })

  test('breaks titles into lines of the width, and shortens what is longer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const lines = wrapText(text, 70, 2, measure)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(70)
      }),
    )
    expect(wrapText('Crane two inspected and certified', 105, 2, measure)).toEqual(['Crane two', 'inspected and…'])
    expect(wrapText('Quay open', 105, 2, measure)).toEqual(['Quay open'])
  })
})
