import type { ComponentChildren } from 'preact'

interface Props {
  title: string
  /** How many there are, or how far they are. */
  count?: string | number | undefined
  actions?: ComponentChildren
  children?: ComponentChildren
}

/** A part of the panel under a heading of its own. */
export function Section({ title, count, actions, children }: Props) {
  return (
    <section class="task-section">
      <header class="task-section-head">
        <h3>{title}</h3>
        {count !== undefined && <span class="task-section-count">{count}</span>}
        <span class="task-section-actions">{actions}</span>
      </header>
      {children}
    </section>
  )
}
