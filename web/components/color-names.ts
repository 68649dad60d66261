type ColorName = 'blue' | 'teal' | 'orange' | 'purple' | 'green' | 'pink' | 'sky' | 'olive' | 'violet' | 'gray'

/** Colors that users choose from, in the order of the hues of `tokens.css`. */
export const colorNames = 'blue teal orange purple green pink sky olive violet gray'.split(' ') as readonly ColorName[]

/** Returns the CSS color of a color name or of `#rrggbb`; undefined for neither. */
export function toCssColor(color: string | null | undefined): string | undefined {
  const hue = colorNames.findIndex((name) => name === color)
  return hue < 0 ? color?.match(/^#[0-9a-f]{6}$/i)?.[0] : `var(--hue-${hue})`
}
