import { type LucideIcon, CircleAlert, RotateCw } from '../icons'
import type { ReactNode, CSSProperties } from 'react'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { Button } from '../button/button'

interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  text?: ReactNode
  action?: ReactNode
  compact?: boolean | undefined
  kind?: 'error'
}

export function EmptyState({ icon: Icon, title, text, action, compact, kind }: EmptyStateProps) {
  return (
    <div className="empty-state" data-kind={kind} data-compact={compact || undefined} role={kind && 'alert'}>
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

export function Note({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="note">
      <Icon size={16} aria-hidden />
      {children}
    </p>
  )
}

interface SkeletonProps {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  shape?: 'line' | 'circle' | 'box'
}

/** A grey placeholder for loading content. Its container sets `aria-busy`. */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  return <span className="skeleton" data-shape={shape} style={{ width, height }} aria-hidden />
}

export function SkeletonRows({ count = 6, picture = true }: { count?: number; picture?: boolean }) {
  return (
    <div className="skeleton-rows" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton-row">
          {picture && <Skeleton shape="circle" width={36} height={36} />}
          <span className="skeleton-lines">
            <Skeleton width={`${44 + ((index * 17) % 30)}%`} />
            <Skeleton width={`${62 + ((index * 23) % 30)}%`} />
          </span>
        </div>
      ))}
    </div>
  )
}

interface ErrorStateProps {
  /** Anything thrown or answered; shown in the user's language. */
  error?: unknown
  title?: string
  onRetry?: () => void
  compact?: boolean
}

export function ErrorState({ error, title, onRetry, compact }: ErrorStateProps) {
  const t = useTexts()
  const errorText = useErrorText()
  return (
    <EmptyState
      kind="error"
      icon={CircleAlert}
      title={title ?? t.ui.errorTitle}
      text={error !== undefined && errorText(error)}
      action={
        onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {t.ui.retry}
          </Button>
        )
      }
      compact={compact}
    />
  )
}

export function FailureText({ children }: { children: ReactNode }) {
  return (
    <p className="form-failure">
      <CircleAlert size={16} aria-hidden />
      {children}
    </p>
  )
}
