import { useTexts } from '../i18n/i18n'
import { Button } from './button'

/** Shown below a list whose next page failed to load. */
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
