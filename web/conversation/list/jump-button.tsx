import { useSignals } from '@preact/signals-react/runtime'
import { useConversation } from '../state/conversation-context'
import { NewestButton } from '../../message/list/newest-button'

export function JumpButton({ shown, onJump }: { shown: boolean; onJump: () => void }) {
  useSignals()
  const { model } = useConversation()
  return <NewestButton shown={shown} count={model.arrived.value} onJump={onJump} />
}
