import { getHueClass } from './avatar.tsx'
import { toCssColor } from './color-names.ts'
import './color-dot.css'

/** Dot in one of the colors, or in `#rrggbb`. Names of other clients get some hue, always the same. */
export function ColorDot({ color, size = 8 }: { color: string | null; size?: 8 | 12 }) {
  const background = toCssColor(color)
  const hue = color === null ? 'hue-none' : background ? '' : getHueClass(color)
  const style = background && { background }
  return <span class={`color-dot color-dot-${size} ${hue}`} style={style} aria-hidden="true" />
}
