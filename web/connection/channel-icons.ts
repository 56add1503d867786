import type { ChannelRules } from '../../src/channel/channel-rules.contract'
import { Camera, type LucideIcon, MessageCircle, MessageCircleMore, MessagesSquare } from '../ui/icons'

/** The drawings of the icon names in the table of channels. */
export const channelIcons: Readonly<Record<ChannelRules['icon'], LucideIcon>> = {
  speechBubble: MessageCircle,
  speechBubbleDots: MessageCircleMore,
  speechBubbles: MessagesSquare,
  camera: Camera,
}
