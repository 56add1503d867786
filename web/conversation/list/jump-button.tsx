import { useSignals } from '@preact/signals-react/runtime'
import { useConversation } from '../conversation-context'
import { NewestButton } from '../../message/list/newest-button'

/** Back to the newest message, with how many have arrived meanwhile. */
export function JumpButton({ shown, onJump }: { shown: boolean; onJump: () => void }) {
  useSignals()
  const { model } = useConversation()
  return <NewestButton shown={shown} count={model.arrived.value} onJump={onJump} />
}
