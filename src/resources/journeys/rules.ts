/** Named colors of journeys, allowed besides `#rrggbb`. */
export const colors = [
  'blue',
  'red',
  'green',
  'orange',
  'purple',
  'teal',
  'pink',
  'brown',
  'yellow',
  'gray',
  'indigo',
  'lime',
] as const

/** Returns the default color of the journey at a position, counted from 1. */
export const colorAt = (position: number): string => colors[(position - 1) % colors.length]!
