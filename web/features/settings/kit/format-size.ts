import { locale } from '../../../components/util/intl.ts'

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizeUnits.length - 1)
  const options = { style: 'unit', unit: sizeUnits[power]!, maximumFractionDigits: power === 0 ? 0 : 1 } as const
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** power)
}
