import type { LucideIcon } from '../icons'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  text?: ReactNode
  action?: ReactNode
  compact?: boolean
}

export function EmptyState({ icon: Icon, title, text, action, compact }: EmptyStateProps) {
  return (
    <div className="empty-state" data-compact={compact || undefined}>
      {Icon && (
        <span className="empty-state-icon">
          <Icon size={compact ? 18 : 22} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      <p className="empty-state-title">{title}</p>
      {text && <p className="empty-state-text">{text}</p>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  )
}
