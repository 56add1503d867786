import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../../i18n/i18n'
import { useConversation } from '../state/conversation-context'

export function TypingBubble() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().message
  const typing = model.typing.value
  if (!typing) return null
  return (
    <p className="typing-bubble">
      <span className="typing-dots" aria-hidden>
        <span />
        <span />
        <span />
      </span>
      <span className="visually-hidden">{typing.recording ? t.recordingNow(typing.name) : t.typing(typing.name)}</span>
    </p>
  )
}
