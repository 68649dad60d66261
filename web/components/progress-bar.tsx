import './progress-bar.css'

interface ProgressBarProps {
  done: number
  all: number
  label: string
}

export const ProgressBar = ({ done, all, label }: ProgressBarProps) => (
  <progress class="progress-bar" max={Math.max(1, all)} value={done} aria-label={label} />
)
