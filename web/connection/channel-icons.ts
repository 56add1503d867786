import type { ChannelRules } from '../../src/channel/rules.contract'
import { Camera, type LucideIcon, MessageCircle, MessageCircleMore, MessagesSquare } from '../ui/icons'

export const channelIcons: Readonly<Record<ChannelRules['icon'], LucideIcon>> = {
  speechBubble: MessageCircle,
  speechBubbleDots: MessageCircleMore,
  speechBubbles: MessagesSquare,
  camera: Camera,
}
