import type { ComponentChildren } from 'preact'
import { formatNumber } from '../../messages/plural.ts'

interface Props {
  title: string
  /** Number of items, or progress such as "2 of 5". */
  count?: string | number | undefined
  actions?: ComponentChildren
  children?: ComponentChildren
}

export function PanelSection({ title, count, actions, children }: Props) {
  return (
    <section class="task-section">
      <header class="task-section-head">
        <h3>{title}</h3>
        {count !== undefined && (
          <span class="task-section-count">{typeof count === 'number' ? formatNumber(count) : count}</span>
        )}
        <span class="task-section-actions">{actions}</span>
      </header>
      {children}
    </section>
  )
}
