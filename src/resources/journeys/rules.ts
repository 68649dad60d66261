/** The colours a line may have by name; beside them any `#rrggbb`. */
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

/** The colour of a line that was given none: by its place among the lines of its project, from 1. */
export const colorAt = (place: number): string => colors[(place - 1) % colors.length]!
