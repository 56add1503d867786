interface BadgeProps {
  count: number
  max?: number
  kind?: 'neutral' | 'brand' | 'danger'
  showZero?: boolean
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
