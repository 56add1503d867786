import type { MacroStepKind } from '../../src/macro/macro.contract'
import { ArrowLeftRight, CircleCheck, Lock, MessageSquareText, Tag, X, type LucideIcon } from '../ui/icons'

export const stepIcons: Record<MacroStepKind, LucideIcon> = {
  reply: MessageSquareText,
  note: Lock,
  addTags: Tag,
  removeTags: X,
  transfer: ArrowLeftRight,
  resolve: CircleCheck,
}
