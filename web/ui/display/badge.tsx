interface BadgeProps {
  count: number
  /** Higher counts are shown as "99+". */
  max?: number
  kind?: 'neutral' | 'brand' | 'danger'
  showZero?: boolean
  /** Label for screen readers: "3 não lidas". */
  label?: string
}

export function Badge({ count, max = 99, kind = 'neutral', showZero, label }: BadgeProps) {
  if (count === 0 && !showZero) return null
  return (
    <span className="badge" data-kind={kind}>
      <span aria-hidden={label ? true : undefined}>{count > max ? `${max}+` : count}</span>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  )
}
