import type { TaskStatus } from '@svc/sdk'
import { statusNames } from '../../messages/enums.ts'
import './status-icon.css'

/** Fill of the status ring in quarters, and the sign in it. */
const shapes: Record<TaskStatus, { filled: number; mark?: string; dashed?: true }> = {
  backlog: { filled: 0, dashed: true },
  not_started: { filled: 0 },
  in_progress: { filled: 2 },
  blocked: { filled: 0, mark: 'M5.5 8h5' },
  on_hold: { filled: 0, mark: 'M6.5 6v4 M9.5 6v4' },
  completed: { filled: 4, mark: 'M5.5 8.2l1.8 1.8 3.2-3.6' },
  archived: { filled: 4, mark: 'M6 6l4 4 M10 6l-4 4' },
}

/** Circumference of the inner circle, whose stroke is as wide as its radius, so that its dash fills a sector. */
const CIRCUMFERENCE = 2 * Math.PI * 2

export function StatusIcon({ value, named = false }: { value: TaskStatus; named?: boolean }) {
  const { filled, mark, dashed } = shapes[value] ?? shapes.not_started
  const label = named
    ? ({ role: 'img', 'aria-label': statusNames[value] } as const)
    : ({ 'aria-hidden': true } as const)
  return (
    <svg class={`status-icon status-icon-${value}`} width="1rem" height="1rem" viewBox="0 0 16 16" {...label}>
      <circle class="status-icon-ring" cx="8" cy="8" r="6.25" stroke-dasharray={dashed ? '2.2 1.73' : undefined} />
      {filled === 4 && <circle class="status-icon-disc" cx="8" cy="8" r="6.25" />}
      {filled > 0 && filled < 4 && (
        <circle
          class="status-icon-part"
          cx="8"
          cy="8"
          r="2"
          stroke-dasharray={`${(CIRCUMFERENCE * filled) / 4} ${CIRCUMFERENCE}`}
          transform="rotate(-90 8 8)"
        />
      )}
      {mark && <path class={filled === 4 ? 'status-icon-cut' : 'status-icon-mark'} d={mark} />}
    </svg>
  )
}
