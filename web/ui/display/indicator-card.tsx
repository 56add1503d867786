import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import type { ReactNode } from 'react'
import type { LucideIcon } from '../icons'

export interface IndicatorCardProps {
  label: string
  icon: LucideIcon
  value: ReactNode
  beside?: ReactNode
  /** Below the value: a breakdown or explanation. */
  note?: string
  course?: readonly number[] | undefined
  tone?: 'brand' | 'success' | 'warning' | 'info' | 'danger' | undefined
}

/** An item of `.indicator-grid`. */
export function IndicatorCard({ label, icon: Icon, value, beside, note, course, tone }: IndicatorCardProps) {
  return (
    <li className="indicator-card" data-tone={tone}>
      <span className="indicator-icon" aria-hidden>
        <Icon size={16} />
      </span>
      <h3 className="indicator-label">{label}</h3>
      <p className="indicator-figure">
        <span className="indicator-value">{value}</span>
        {beside}
      </p>
      {note && <p className="indicator-note">{note}</p>}
      {course && <Sparkline values={course} />}
    </li>
  )
}

const height = 24

/** Hidden from screen readers, for which there is a table of the figures. */
function Sparkline({ values }: { values: readonly number[] }) {
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

interface IndicatorSectionProps {
  id: string
  title: ReactNode
  about: ReactNode
  children: ReactNode
}

export function IndicatorSection({ id, title, about, children }: IndicatorSectionProps) {
  return (
    <section className="indicator-section" aria-labelledby={id}>
      <header className="indicator-head">
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
      </header>
      {children}
    </section>
  )
}

export function LiveNote({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="live-dot" aria-hidden />
      {children}
    </>
  )
}
