import { texts } from '../messages/en.ts'
import './skeleton.css'

/** What is being read, at its final size; seen after 150 ms, so that what comes at once does not flicker. */
export const Skeleton = ({ rows, height }: { rows: number; height: number }) => (
  <div class="skeleton" role="status" aria-label={texts.loading}>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} class="skeleton-row" style={{ height: `${height}px` }} />
    ))}
  </div>
)
