import { CircleAlert, RotateCw } from '../icons'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { Button } from '../button/button'

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
    <div className="empty-state" data-kind="error" data-compact={compact || undefined} role="alert">
      <span className="empty-state-icon">
        <CircleAlert size={compact ? 18 : 22} strokeWidth={1.75} aria-hidden />
      </span>
      <p className="empty-state-title">{title ?? t.ui.errorTitle}</p>
      {error !== undefined && <p className="empty-state-text">{errorText(error)}</p>}
      {onRetry && (
        <div className="empty-state-action">
          <Button icon={RotateCw} onClick={onRetry}>
            {t.ui.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
