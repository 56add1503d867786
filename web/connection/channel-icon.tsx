import { Camera, MessageCircle, MessageCircleMore, MessagesSquare } from '../ui/icons'
import type { ConnectionView } from '../../src/connection/connection.contract'
import { useTexts } from '../i18n/i18n'
import { tooltip } from '../ui/tooltip'

const icons = { whatsapp: MessageCircle, whatsappapi: MessageCircleMore, facebook: MessagesSquare, instagram: Camera }

/** Which channel a connection is of. */
export function ChannelIcon({ channel }: Pick<ConnectionView, 'channel'>) {
  const label = useTexts('connection').connection.channels[channel]
  const Icon = icons[channel]
  return (
    <span className="channel-icon" data-channel={channel} role="img" aria-label={label} {...tooltip(label)}>
      <Icon size={16} aria-hidden />
    </span>
  )
}
