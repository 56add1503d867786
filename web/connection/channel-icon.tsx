import { channelRules } from '../../src/channel/channel-rules.contract'
import type { ConnectionView } from '../../src/connection/connection.calls'
import { tooltip } from '../ui/popup/tooltip'
import type { ChannelRules } from '../../src/channel/rules.contract'
import { Camera, type LucideIcon, MessageCircle, MessageCircleMore, MessagesSquare } from '../ui/icons'

export function ChannelIcon({ channel, named }: Pick<ConnectionView, 'channel'> & { named?: boolean }) {
  const { label, icon } = channelRules[channel]
  const Icon = channelIcons[icon]
  if (named) {
    return (
      <span className="channel-named inline-row">
        <span className="channel-icon" data-channel={channel}>
          <Icon size={16} aria-hidden />
        </span>
        {label}
      </span>
    )
  }
  return (
    <span className="channel-icon" data-channel={channel} role="img" aria-label={label} {...tooltip(label)}>
      <Icon size={16} aria-hidden />
    </span>
  )
}

export const channelIcons: Readonly<Record<ChannelRules['icon'], LucideIcon>> = {
  speechBubble: MessageCircle,
  speechBubbleDots: MessageCircleMore,
  speechBubbles: MessagesSquare,
  camera: Camera,
}
