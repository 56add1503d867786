import { Check, Lock, Mic, SendHorizontal } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'

interface SendButtonProps {
  empty: boolean
  editing?: boolean
  /** The message is for colleagues only. */
  isPrivate?: boolean
  onSend: () => void
  onRecord: (() => void) | undefined
}

/** Without a text the microphone replaces Send. */
export function SendButton({ empty, editing = false, isPrivate = false, onSend, onRecord }: SendButtonProps) {
  const t = useTexts().message.composer
  if (empty && !editing && onRecord) {
    return <IconButton className="composer-send" icon={Mic} label={t.record} size="l" onClick={onRecord} />
  }
  return (
    <IconButton
      className="composer-send"
      icon={editing ? Check : isPrivate ? Lock : SendHorizontal}
      label={editing ? t.save : isPrivate ? t.sendPrivate : t.send}
      size="l"
      variant="primary"
      disabled={empty}
      onClick={onSend}
    />
  )
}
