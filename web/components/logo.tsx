import './logo.css'

export const Logo = ({ size }: { size: number }) => (
  <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect class="mark-ground" width="32" height="32" rx="8" />
    <path class="mark-line" d="M6 22h6l8-12h6M6 10h6l3 4.5M18.5 19l1.5 3h6" />
    <circle class="mark-stop" cx="16" cy="16" r="3.5" />
  </svg>
)
