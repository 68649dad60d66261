/** Colors of lines by name, in the light and the dark theme; both have a contrast of at least 3 to 1. */
const palette: Record<string, readonly [light: string, dark: string]> = {
  blue: ['#2f5fd0', '#7ea2ff'],
  red: ['#c7362c', '#ff8478'],
  green: ['#1d7f45', '#5cc585'],
  orange: ['#bd5b00', '#f59a4a'],
  purple: ['#7a4fb5', '#bf9cf2'],
  teal: ['#0c7c80', '#4fc4c4'],
  pink: ['#b8357e', '#f58fc6'],
  brown: ['#85552b', '#c99a6e'],
  yellow: ['#8a6d00', '#dcc04a'],
  gray: ['#666a77', '#a3a7b4'],
  indigo: ['#4b45b8', '#9c98f5'],
  lime: ['#5a7d10', '#a8cf57'],
}

/** Returns a color for SVG. Without a theme the browser chooses it by the theme of the page. */
export function getLineColor(name: string, theme?: 'light'): string {
  const [light, dark] = palette[name] ?? [name, name]
  return theme === 'light' || light === dark ? light : `light-dark(${light}, ${dark})`
}
