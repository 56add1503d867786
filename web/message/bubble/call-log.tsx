import { Phone, PhoneMissed, Video } from '../../ui/icons'
import type { MessageData } from '../../../src/message/message.answers'
import { useTexts } from '../../i18n/i18n'

export function CallLog({ call }: { call: MessageData['call'] }) {
  const t = useTexts().message.call
  const missed = call?.outcome !== 'ended'
  const Icon = missed ? PhoneMissed : call?.video ? Video : Phone
  const text = missed ? (call?.video ? t.missedVideo : t.missedVoice) : call?.video ? t.video : t.voice
  return (
    <span className="call-log" data-missed={missed || undefined}>
      <span className="call-log-icon">
        <Icon size={18} aria-hidden />
      </span>
      {text}
    </span>
  )
}
