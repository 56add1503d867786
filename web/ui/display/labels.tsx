import { X, type LucideIcon } from '../icons'
import { useTexts } from '../../i18n/i18n'
import type { ReactNode } from 'react'
import { tooltip } from '../popup/tooltip'

interface ChipProps {
  label: string
  /** #RRGGBB, from the data: a dot, and a tint behind the text. */
  color?: string | undefined
  icon?: LucideIcon
  onRemove?: (() => void) | undefined
  size?: 's' | 'm'
}

export function Chip({ label, color, icon: Icon, onRemove, size = 'm' }: ChipProps) {
  const t = useTexts()
  return (
    <span className="chip" data-size={size} style={color ? { '--chip-color': color } : undefined}>
      {color && <span className="chip-dot" aria-hidden />}
      {Icon && <Icon size={12} aria-hidden />}
      <span className="chip-label">{label}</span>
      {onRemove && (
        <button type="button" className="chip-remove" aria-label={t.ui.removeItem(label)} onClick={onRemove}>
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  )
}

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

interface StatusPillProps {
  kind: 'neutral' | 'success' | 'warning' | 'danger' | 'info'
  icon?: LucideIcon
  help?: string
  children: ReactNode
}

export function StatusPill({ kind, icon: Icon, help, children }: StatusPillProps) {
  return (
    <span className="status-pill" data-kind={kind} data-icon={Icon ? true : undefined} {...tooltip(help)}>
      {Icon && <Icon size={14} aria-hidden />}
      {children}
    </span>
  )
}
