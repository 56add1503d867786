import { ChevronDown } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { Badge } from '../../ui/display/badge'

/** Back to the newest message. */
export function NewestButton({ shown, count, onJump }: { shown: boolean; count: number; onJump: () => void }) {
  const t = useTexts().message
  return (
    <button
      type="button"
      className="jump-button row"
      hidden={!shown}
      aria-label={count > 0 ? `${t.toNewest}. ${t.arrived(count)}` : t.toNewest}
      onClick={onJump}
    >
      {count > 0 && <Badge count={count} kind="brand" />}
      <ChevronDown size={20} aria-hidden />
    </button>
  )
}
