import * as s from './schema.ts'

/** Color names, in the order of the console's hues. */
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

/** Builds the schema of a color that users choose; `more` follows its description. */
export const buildColorSchema = (more: string) =>
  s.text({
    pattern: `^(${colorNames.join('|')}|#[0-9A-Fa-f]{6})$`,
    patternMessage: `must be one of ${colorNames.join(', ')}, or a color such as #1f6a9e`,
    description: `One of ${colorNames.map((name) => `\`${name}\``).join(', ')}, or \`#rrggbb\`. ${more}`,
  })
