import { commonTexts } from '../messages/common.ts'
import './skeleton.css'

/** Placeholder of loading rows. Visible after 150 ms, so that fast responses do not flicker. */
export const Skeleton = ({ rows, height }: { rows: number; height: number }) => (
  <div class="skeleton" role="status" aria-label={commonTexts.loading}>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} class="skeleton-row" style={{ height: `${height}px` }} />
    ))}
  </div>
)
