import type { Milestone } from '@svc/sdk'
import { render } from 'preact'
import { roadmapTexts as messages } from '../../messages/roadmap.ts'
import { layoutRoadmap, ROW_PX, type ApiProject, type MapProject } from './layout.ts'
import { getLineColor } from './line-colors.ts'
import { MapDrawing } from './map-drawing.tsx'
import { measureLabel } from './measure-label.ts'

const NAMES_PX = 180
const MARGIN_PX = 16
const MAX_CANVAS_PX = 16_000

/** Styles of the drawing in the light theme, since a file has no stylesheet of the console. */
const styles = `
text { font: 12px system-ui, sans-serif; fill: #1a1b20; }
.map-label, .map-date { text-anchor: middle; }
.map-line { stroke-width: 5; stroke-linecap: round; fill: none; }
.map-ring { fill: #fff; stroke-width: 2; }
.map-share { fill: none; stroke-width: 4; }
.map-check { fill: none; stroke: #fff; stroke-width: 2; }
.map-target { fill: none; }
.map-connector { stroke: #1a1b20; stroke-width: 9; stroke-linecap: round; }
.map-connector-core { stroke: #fff; stroke-width: 5; stroke-linecap: round; }
.map-past { fill: #0000000d; }
.map-front { fill: none; stroke: #3d56cf; stroke-dasharray: 4 4; }
.map-today { fill: #3d56cf; font-size: 11px; }
.map-date { fill: #555864; font-size: 11px; }
.map-date-warning { fill: #b3261e; }
.map-project { font-weight: 600; font-size: 14px; }
`

export async function downloadMap(
  projects: readonly ApiProject[],
  milestones: ReadonlyMap<string, Milestone>,
  format: 'svg' | 'png',
): Promise<void> {
  const { text, width, height } = buildSvg(projects, milestones)
  const svg = new Blob([text], { type: 'image/svg+xml' })
  saveFile(format === 'svg' ? svg : await toPng(svg, width, height), `${messages.title}.${format}`)
}

function buildSvg(projects: readonly ApiProject[], milestones: ReadonlyMap<string, Milestone>) {
  const layout = layoutRoadmap(projects, measureLabel)
  const [width, height] = [layout.width + NAMES_PX + 2 * MARGIN_PX, layout.height + 2 * MARGIN_PX]
  const root = document.createElement('div')
  render(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <rect width={width} height={height} fill="#fff" />
      <g transform={`translate(${MARGIN_PX} ${MARGIN_PX})`}>
        <Names projects={layout.projects} />
        <g transform={`translate(${NAMES_PX} 0)`}>
          <MapDrawing layout={layout} milestones={milestones} theme="light" />
        </g>
      </g>
    </svg>,
    root,
  )
  const svg = root.firstElementChild!
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = styles
  svg.prepend(style)
  const text = new XMLSerializer().serializeToString(svg)
  render(null, root)
  return { text, width, height }
}

const Names = ({ projects }: { projects: readonly MapProject[] }) => (
  <>
    {projects.map(({ id, name, top, lines }) => (
      <g key={id}>
        <text class="map-project" y={top + 20}>
          {name}
        </text>
        {lines.map((line) => (
          <g key={line.id}>
            <rect y={line.y - 5} width="10" height="10" rx="3" fill={getLineColor(line.color, 'light')} />
            <text x="16" y={line.y + 4}>
              {line.name.length > 24 ? `${line.name.slice(0, 23)}…` : line.name}
            </text>
          </g>
        ))}
        <path d={`M0 ${top + lines.length * ROW_PX}`} />
      </g>
    ))}
  </>
)

async function toPng(svg: Blob, width: number, height: number): Promise<Blob> {
  const url = URL.createObjectURL(svg)
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(2, MAX_CANVAS_PX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(url)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(messages.tooLargeImage))))
  })
}

function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
