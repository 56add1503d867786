import type { LucideIcon } from '../icons'
import type { ReactNode } from 'react'
import { tooltip } from '../popup/tooltip'

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
