import type { FlowNode, NodeType } from '../../../../src/flow/flow.contract'
import { nodeTypes } from '../../../../src/flow/flow.contract'
import type { TicketPriority } from '../../../../src/ticket/ticket-priority.contract'
import {
  AudioLines,
  Bot,
  CircleHelp,
  Flag,
  Headset,
  Image,
  Layers,
  ListTree,
  MessageSquareText,
  Play,
  Shuffle,
  Split,
  Tag,
  Timer,
  Video,
  type LucideIcon,
} from '../../../ui/icons'

export const kindIcons: Readonly<Record<NodeType, LucideIcon>> = {
  start: Play,
  singleBlock: Layers,
  message: MessageSquareText,
  menu: ListTree,
  condition: Split,
  randomizer: Shuffle,
  interval: Timer,
  img: Image,
  audio: AudioLines,
  video: Video,
  ticket: Headset,
  tag: Tag,
  agent: Bot,
  priority: Flag,
}

/** The kinds that are offered first, and those that are mostly parts of a content block. */
export const mainKinds: readonly NodeType[] = [
  'start',
  'singleBlock',
  'menu',
  'condition',
  'randomizer',
  'interval',
  'ticket',
  'tag',
  'priority',
  'agent',
]
export const furtherKinds: readonly NodeType[] = ['message', 'img', 'audio', 'video']

/** Returns undefined for a kind of another system. */
export const knownKind = ({ type }: Pick<FlowNode, 'type'>): NodeType | undefined =>
  nodeTypes.find((known) => known === type)

export const iconOf = (node: Pick<FlowNode, 'type'>): LucideIcon => {
  const kind = knownKind(node)
  return kind ? kindIcons[kind] : CircleHelp
}

export interface KindTexts {
  priorities: Readonly<Record<TicketPriority, string>>
  kinds: Readonly<Record<NodeType, string>> & { unknown: (type: string) => string }
}

export function kindName(t: KindTexts, node: Pick<FlowNode, 'type'>): string {
  const kind = knownKind(node)
  return kind ? t.kinds[kind] : t.kinds.unknown(node.type)
}
