import { Button } from './button.tsx'
import './empty-state.css'

export const EmptyState = ({ text, action }: { text: string; action?: { label: string; run: () => void } }) => (
  <div class="empty">
    <p>{text}</p>
    {action && <Button onClick={action.run}>{action.label}</Button>}
  </div>
)
