import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/i18n'
import { PlainLink } from '../ui/display/link'
import { FigureLink } from './figure'

interface ColumnBar {
  name: string
  short: string
  value: number
  href?: string | undefined
}

interface ColumnChartProps {
  label: string
  bars: readonly ColumnBar[]
  headers: readonly [string, string]
  tableLabel: string
  /** A second series, drawn as a line over the bars. Its numbers belong into `further`. */
  line?: readonly number[]
  further?: readonly { header: string; values: readonly ReactNode[] }[]
}

const height = 220
const top = 20
const bottom = 24
/** Above this number of bars their figures would overlap; the table has them. */
const numberedMax = 31
const labelsMax = 12
/** On a phone, every third label fits. */
const narrowStep = 3

/** In percent of the width, so that nothing is measured or moves on hydration. */
export function ColumnChart({ label, bars, headers, tableLabel, line = [], further }: ColumnChartProps) {
  const format = useFormat()
  const max = Math.max(...bars.map(({ value }) => value), ...line, 1)
  // By index, because the clock may repeat an hour.
  const x = scaleBand({ domain: [...bars.keys()], range: [0, 100], paddingInner: 0.3, paddingOuter: 0.15 })
  const y = scaleLinear({ domain: [0, max], range: [height - bottom, top], nice: 4 })
  const ticks = y.ticks(4).filter(Number.isInteger)
  const every = Math.ceil(bars.length / labelsMax)
  const centre = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2
  return (
    <>
      <div className="column-chart" data-numbered={(bars.length <= numberedMax && line.length === 0) || undefined}>
        <div className="column-chart-axis" style={{ height }} aria-hidden>
          {ticks.map((tick) => (
            <span key={tick} style={{ top: y(tick) }}>
              {format.number(tick)}
            </span>
          ))}
        </div>
        <div className="column-chart-drawing">
          <svg width="100%" height={height} role="img" aria-label={label}>
            {ticks.map((tick) => (
              <line key={tick} className="column-chart-line" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
            ))}
            {bars.map(({ short, value }, index) => (
              <g key={index}>
                <Bar
                  className="chart-bar"
                  x={`${x(index) ?? 0}%`}
                  width={`${x.bandwidth()}%`}
                  y={y(value)}
                  height={height - bottom - y(value)}
                  rx={2}
                />
                {value > 0 && (
                  <text className="column-chart-value" x={`${centre(index)}%`} y={y(value) - 6}>
                    {format.number(value)}
                  </text>
                )}
                {index % every === 0 && (
                  <text
                    className="column-chart-name"
                    data-wide-only={index % (every * narrowStep) !== 0 || undefined}
                    x={`${centre(index)}%`}
                    y={height - 6}
                  >
                    {short}
                  </text>
                )}
              </g>
            ))}
            {line.length > 1 && <SeriesLine values={line} x={centre} y={y} />}
          </svg>
          {bars.map(
            ({ href, name, value }, index) =>
              href && (
                // For the mouse; the table has the same links.
                <PlainLink
                  key={index}
                  className="column-chart-link"
                  href={href}
                  style={{ left: `${x(index) ?? 0}%`, width: `${x.bandwidth()}%` }}
                  tabIndex={-1}
                  aria-hidden
                  title={`${name}: ${format.number(value)}`}
                />
              ),
          )}
        </div>
      </div>
      <ColumnTable label={label} bars={bars} headers={headers} tableLabel={tableLabel} further={further} />
    </>
  )
}

interface SeriesLineProps {
  values: readonly number[]
  x: (index: number) => number
  y: (value: number) => number
}

function SeriesLine({ values, x, y }: SeriesLineProps) {
  return (
    <svg viewBox={`0 0 100 ${height}`} width="100%" height={height} preserveAspectRatio="none">
      <LinePath
        className="column-chart-series"
        data={[...values]}
        x={(_, index) => x(index)}
        y={y}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function ColumnTable({ label, bars, headers, tableLabel, further = [] }: Omit<ColumnChartProps, 'line'>) {
  const format = useFormat()
  return (
    <details className="chart-table">
      <summary>{tableLabel}</summary>
      <table aria-label={label} data-wide={further.length > 0 || undefined}>
        <thead>
          <tr>
            {[...headers, ...further.map(({ header }) => header)].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, value, href }, index) => (
            <tr key={index}>
              <th scope="row">{name}</th>
              <td>
                <FigureLink href={href} label={name} value={format.number(value)} />
              </td>
              {further.map(({ header, values }) => (
                <td key={header}>{values[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
