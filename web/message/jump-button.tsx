import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown } from 'lucide-react'
import { useTexts } from '../i18n/i18n'
import { Badge } from '../ui/badge'
import { useConversation } from './conversation-context'

/** Back to the newest message, with how many have arrived meanwhile. */
export function JumpButton({ shown, onJump }: { shown: boolean; onJump: () => void }) {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().message
  const count = model.arrived.value
  return (
    <button
      type="button"
      className="jump-button"
      hidden={!shown}
      aria-label={count > 0 ? `${t.toNewest}. ${t.arrived(count)}` : t.toNewest}
      onClick={onJump}
    >
      {count > 0 && <Badge count={count} kind="brand" />}
      <ChevronDown size={20} aria-hidden />
    </button>
  )
}
