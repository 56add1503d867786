import { useTexts } from '../../i18n/i18n'
import { Button } from '../button/button'

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
