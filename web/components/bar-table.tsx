import { formatNumber } from '../messages/plural.ts'
import './bar-table.css'

interface BarTableProps {
  title: string
  rows: readonly { name: string; count: number }[]
}

/** Shows counts as bars in a table, so that the picture and its text alternative are one. */
export function BarTable({ title, rows }: BarTableProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  if (rows.length === 0) return null
  return (
    <table class="bar-table">
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ name, count }) => (
          <tr key={name}>
            <th scope="row" dir="auto">
              {name}
            </th>
            <td>
              <span class="bar-table-bar" style={{ inlineSize: `${(80 * count) / most}%` }} />
              {formatNumber(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
