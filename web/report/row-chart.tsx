import { scaleLinear } from '@visx/scale'
import { useFormat } from '../i18n/i18n'
import { Avatar } from '../ui/display/avatar'

interface RowChartProps {
  label: string
  bars: readonly { id: number; name: string; profileImage: string; quantity: number }[]
  headers: readonly [string, string]
}

/** Horizontal bars with names and numbers, which also serve as the table. */
export function RowChart({ label, bars, headers }: RowChartProps) {
  const format = useFormat()
  const width = scaleLinear({ domain: [0, Math.max(...bars.map(({ quantity }) => quantity), 1)], range: [0, 100] })
  return (
    <table className="row-chart" aria-label={label}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{headers[0]}</th>
          <th scope="col">{headers[1]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, name, profileImage, quantity }) => (
          <tr key={id}>
            <th scope="row">
              <Avatar name={name} src={profileImage} size={20} />
              <bdi>{name}</bdi>
            </th>
            <td>
              <span className="row-chart-bar chart-bar" style={{ width: `${width(quantity)}%` }} aria-hidden />
              <span className="tabular">{format.number(quantity)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
