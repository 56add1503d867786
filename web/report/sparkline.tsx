import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'

const height = 24

/**
 * The course of a figure over the period. Hidden from screen readers: the chart below has a table with the same numbers.
 * Drawn in percent of the width, like the charts.
 */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2 || values.every((value) => value === 0)) return null
  const x = scaleLinear({ domain: [0, values.length - 1], range: [0, 100] })
  const y = scaleLinear({ domain: [0, Math.max(...values)], range: [height - 1, 2] })
  const at = { x: (_: number, index: number) => x(index), y: (value: number) => y(value) }
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 100 ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      aria-hidden
    >
      <AreaClosed data={[...values]} {...at} yScale={y} className="sparkline-area" />
      <LinePath data={[...values]} {...at} className="sparkline-line" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
