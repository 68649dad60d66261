/** How numbers are written. */
export const percent = (share: number) => (Number.isNaN(share) ? '' : `${Math.round(share * 100)} %`)
export function ms(value: number): string {
  if (Number.isNaN(value)) return ''
  return value === Infinity ? 'not answered' : `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`
}
export const whole = (value: number) => (Number.isNaN(value) ? '' : Math.round(value).toLocaleString('en'))
export const times = (value: number, digits = 2) => (Number.isNaN(value) ? '' : `${value.toFixed(digits)} ×`)

/** A table in Markdown: its first column to the left, the others to the right. */
export const table = (head: string[], lines: string[][]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n')
