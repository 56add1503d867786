import { Check, Mic, SendHorizontal } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/icon-button'

interface SendButtonProps {
  /** Nothing is to be sent yet. */
  empty: boolean
  /** What was sent before is being changed. */
  editing?: boolean
  onSend: () => void
  /** Absent where recordings cannot be sent. */
  onRecord: (() => void) | undefined
}

/** With nothing written the place of Send belongs to the microphone. */
export function SendButton({ empty, editing = false, onSend, onRecord }: SendButtonProps) {
  const t = useTexts().message.composer
  if (empty && !editing && onRecord) {
    return <IconButton className="composer-send" icon={Mic} label={t.record} size="l" onClick={onRecord} />
  }
  return (
    <IconButton
      className="composer-send"
      icon={editing ? Check : SendHorizontal}
      label={editing ? t.save : t.send}
      size="l"
      variant="primary"
      disabled={empty}
      onClick={onSend}
    />
  )
}
