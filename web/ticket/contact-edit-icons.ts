import { Ban, Bot, CircleCheck, Mic, Pencil, Tag } from '../ui/icons'

/** Of what colleagues change at a ticket's contact. */
export const contactEditIcons = {
  blocked: Ban,
  unblocked: CircleCheck,
  renamed: Pencil,
  untagged: Tag,
  botOff: Bot,
  botOn: Bot,
  audioOff: Mic,
  audioOn: Mic,
} as const
