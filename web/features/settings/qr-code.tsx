import { encodeQrCode } from '../../components/util/qr-code.ts'

/** Margin that readers require around the code, in modules. */
const QUIET_ZONE = 4

/** Draws a QR code in black on white in every theme, since some readers need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQrCode(text)
  const size = rows.length + 2 * QUIET_ZONE
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')))
    .join('')
  return (
    <svg class="settings-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  )
}
