import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { CircleAlert } from '../ui/icons'

export function ReloadFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTexts().ui
  return (
    <p className="reload-failed" role="alert">
      <CircleAlert size={16} aria-hidden />
      <span>{t.reloadFailed}</span>
      <Button size="s" onClick={onRetry}>
        {t.retry}
      </Button>
    </p>
  )
}

export function MoreFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTexts().ui
  return (
    <p className="data-table-more" role="alert">
      {t.errorTitle}
      <Button size="s" onClick={onRetry}>
        {t.retry}
      </Button>
    </p>
  )
}
