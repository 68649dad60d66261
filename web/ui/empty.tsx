import { Button } from './button.tsx'
import './empty.css'

/** Empty state of a list: one sentence and one action. */
export const Empty = ({ text, action }: { text: string; action?: { label: string; run: () => void } }) => (
  <div class="empty">
    <p>{text}</p>
    {action && <Button onClick={action.run}>{action.label}</Button>}
  </div>
)
