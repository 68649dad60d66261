import { getHueClass } from './avatar.tsx'
import './color-dot.css'

/** Colors that users choose from, in the order of the hues of `tokens.css`. */
export const colorNames = [
  'blue',
  'teal',
  'orange',
  'purple',
  'green',
  'pink',
  'sky',
  'olive',
  'violet',
  'gray',
] as const

/** Dot in one of the colors, or in `#rrggbb`. Names of other clients get some hue, always the same. */
export function ColorDot({ color, size = 8 }: { color: string | null; size?: 8 | 12 }) {
  const index = colorNames.findIndex((name) => name === color)
  const hue = color === null ? 'hue-none' : index < 0 ? getHueClass(color) : `hue-${index}`
  const style = color?.startsWith('#') ? { background: color } : undefined
  return <span class={`color-dot color-dot-${size} ${hue}`} style={style} aria-hidden="true" />
}
