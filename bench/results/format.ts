import type { Measurement } from '../client/measure.ts'

/** Formatting of figures; NaN, for what was not measured, is empty. */
const formatUnlessNaN = (format: (value: number) => string) => (value: number) =>
  Number.isNaN(value) ? '' : format(value)

export const toPercent = formatUnlessNaN((share) => `${Math.round(share * 100)} %`)
export const toMs = formatUnlessNaN((value) =>
  value === Infinity ? 'no response' : `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`,
)
export const toInteger = formatUnlessNaN((value) => Math.round(value).toLocaleString('en'))
export const toFactor = formatUnlessNaN((value) => `${value.toFixed(2)} ×`)

export const toCpu = ({ cpu, databaseCpu }: Measurement) =>
  Number.isNaN(cpu) ? '' : `${cpu.toFixed(2)} + ${databaseCpu.toFixed(2)}`

/** Returns a Markdown table, whose first column is aligned left and the others right. */
export const buildTable = (head: string[], lines: string[][]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
