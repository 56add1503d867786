import { useSignals } from '@preact/signals-react/runtime'
import { Check, Mic, SendHorizontal } from 'lucide-react'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/icon-button'
import { useConversation } from '../conversation-context'

interface SendButtonsProps {
  onSend: () => void
  /** Absent where recordings cannot be sent. */
  onRecord: (() => void) | undefined
}

/** With nothing written the place of Send belongs to the microphone. */
export function SendButtons({ onSend, onRecord }: SendButtonsProps) {
  useSignals()
  const { composer } = useConversation()
  const t = useTexts().message
  const empty = composer.text.value.trim() === '' && composer.attachments.value.length === 0
  const editing = composer.editing.value !== undefined
  if (empty && !editing && onRecord) {
    return <IconButton className="composer-send" icon={Mic} label={t.composer.record} size="l" onClick={onRecord} />
  }
  return (
    <IconButton
      className="composer-send"
      icon={editing ? Check : SendHorizontal}
      label={editing ? t.composer.save : t.composer.send}
      size="l"
      variant="primary"
      disabled={empty}
      onClick={onSend}
    />
  )
}
