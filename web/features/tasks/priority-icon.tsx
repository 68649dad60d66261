import type { Priority } from '@svc/sdk'
import { priorityNames } from '../../messages/enums.ts'
import './priority-icon.css'

const barCounts: Record<Priority, number> = { critical: 0, high: 3, medium: 2, low: 1, none: 0 }

export function PriorityIcon({ value, named = false }: { value: Priority; named?: boolean }) {
  const label = named
    ? ({ role: 'img', 'aria-label': priorityNames[value] } as const)
    : ({ 'aria-hidden': true } as const)
  return (
    <svg class={`priority-icon priority-icon-${value}`} width="1rem" height="1rem" viewBox="0 0 16 16" {...label}>
      {value === 'critical' && <rect class="priority-icon-sign" x="1.5" y="1.5" width="13" height="13" rx="3" />}
      {value === 'critical' && <path class="priority-icon-cut" d="M8 4.5v4 M8 11v.4" />}
      {value === 'none' && <path class="priority-icon-none" d="M2.5 8h2.5 M6.75 8h2.5 M11 8h2.5" />}
      {barCounts[value] > 0 &&
        [0, 1, 2].map((bar) => (
          <rect
            key={bar}
            class={bar < barCounts[value] ? 'priority-icon-bar' : 'priority-icon-faint'}
            x={2 + bar * 4.5}
            y={9.5 - bar * 3.5}
            width="3"
            height={4.5 + bar * 3.5}
            rx="1"
          />
        ))}
    </svg>
  )
}
