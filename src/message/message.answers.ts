import * as v from 'valibot'
import { type ChatState, templateFileFormats } from '../channel/channel'
import type { TicketContact, TicketView } from '../ticket/ticket.answers'
import { mediaTypes, sendStates } from './message.contract'

const Named = v.object({ id: v.number(), name: v.string() })
const QueueOfTicket = v.nullable(v.object({ ...Named.entries, color: v.string() }))

export const FileData = v.object({
  name: v.string(),
  type: v.string(),
  size: v.number(),
  seconds: v.optional(v.number()),
  /** Width of a picture or video in pixels, if known. */
  width: v.optional(v.number()),
  height: v.optional(v.number()),
  voiceNote: v.optional(v.boolean()),
})
export type FileData = v.InferOutput<typeof FileData>

const TextParameter = v.object({ type: v.literal('text'), text: v.string() })
const NamedParameter = v.object({ ...TextParameter.entries, parameter_name: v.optional(v.string()) })
const CouponParameter = v.object({ type: v.literal('coupon_code'), coupon_code: v.string() })
const FlowParameter = v.object({ type: v.literal('action'), action: v.object({ flow_token: v.string() }) })
const button = { type: v.literal('button'), index: v.string() }

/** A template approved by the provider, with the values of its variables. Hidden numbers hide the values. */
export const MessageTemplate = v.object({
  name: v.string(),
  /** Such as `pt_BR`. */
  language: v.string(),
  components: v.array(
    v.union([
      v.object({ type: v.picklist(['header', 'body']), parameters: v.array(NamedParameter) }),
      v.object({ ...button, sub_type: v.literal('url'), parameters: v.array(TextParameter) }),
      v.object({ ...button, sub_type: v.literal('copy_code'), parameters: v.array(CouponParameter) }),
      v.object({ ...button, sub_type: v.literal('flow'), parameters: v.array(FlowParameter) }),
    ]),
  ),
  /** The kind of the file in its header, which is that of the message. */
  fileFormat: v.optional(v.picklist(templateFileFormats)),
})
export type MessageTemplate = v.InferOutput<typeof MessageTemplate>

/** A menu as the contact sees it: buttons, or a list behind the button `open`. */
export const OfferedMenu = v.object({
  style: v.picklist(['button', 'list']),
  open: v.string(),
  options: v.array(v.object({ id: v.string(), name: v.string() })),
})
export type OfferedMenu = v.InferOutput<typeof OfferedMenu>

export const MessageData = v.object({
  file: v.optional(v.object({ ...FileData.entries, state: v.optional(v.picklist(['pending', 'missing'])) })),
  location: v.optional(
    v.object({
      latitude: v.number(),
      longitude: v.number(),
      name: v.optional(v.string()),
      address: v.optional(v.string()),
      thumbnail: v.optional(v.string()),
    }),
  ),
  /** `number` replaces the card where numbers are hidden from the reader. */
  contacts: v.optional(v.array(v.object({ name: v.string(), vcard: v.string(), number: v.optional(v.string()) }))),
  contentText: v.optional(v.string()),
  footerText: v.optional(v.string()),
  buttons: v.optional(v.array(v.object({ buttonId: v.string(), buttonText: v.object({ displayText: v.string() }) }))),
  template: v.optional(MessageTemplate),
  menu: v.optional(OfferedMenu),
  /** The answers of a form that the contact has completed, by its fields; the body shows them. */
  answers: v.optional(v.record(v.string(), v.string())),
  /** The advertisement or post that led the contact to write; the link may be empty. */
  referral: v.optional(
    v.object({
      title: v.string(),
      text: v.string(),
      url: v.string(),
      of: v.optional(v.picklist(['story', 'comment'])),
      sourceId: v.optional(v.string()),
      sourceType: v.optional(v.string()),
      clickId: v.optional(v.string()),
    }),
  ),
  /** Written while another app of the account answered the conversation, so that no bot did. */
  standby: v.optional(v.literal(true)),
  /** What the catalogue calls the product that the contact asks about. */
  product: v.optional(v.object({ catalogId: v.string(), productId: v.string() })),
  call: v.optional(v.object({ video: v.boolean(), outcome: v.picklist(['offered', 'missed', 'ended']) })),
  /** The contact's new number; `isDone` once the conversation continues with it. */
  numberChange: v.optional(v.object({ number: v.string(), isDone: v.optional(v.literal(true)) })),
  transcription: v.optional(v.string()),
  aiAgentId: v.optional(v.number()),
  /** The user who had the product send it later. */
  authorId: v.optional(v.number()),
  /** Colleagues mentioned in a private note, with their names as written. */
  mentions: v.optional(v.array(Named)),
  /** Set on a placeholder for an unknown or undecryptable message that may still arrive. */
  placeholder: v.optional(v.string()),
  /** The message has been requested and will replace its placeholder. */
  awaited: v.optional(v.literal(true)),
})
export type MessageData = v.InferOutput<typeof MessageData>

export const QuotedMessage = v.object({
  id: v.number(),
  body: v.string(),
  fromMe: v.boolean(),
  mediaType: v.nullable(v.picklist(mediaTypes)),
  mediaUrl: v.nullable(v.string()),
  isDeleted: v.boolean(),
  contact: v.nullable(Named),
  /** The author; null for contacts and bots. */
  user: v.nullable(Named),
})
export type QuotedMessage = v.InferOutput<typeof QuotedMessage>

export const MessageView = v.object({
  id: v.number(),
  /** Set by the client that wrote it, so that its pending bubble becomes this message. */
  clientId: v.optional(v.string()),
  ticketId: v.number(),
  ticket: v.object({
    id: v.number(),
    uuid: v.string(),
    queueId: v.nullable(v.number()),
    queue: QueueOfTicket,
    whatsappId: v.nullable(v.number()),
  }),
  queueId: v.nullable(v.number()),
  queue: QueueOfTicket,
  body: v.string(),
  fromMe: v.boolean(),
  ack: v.number(),
  sendState: v.nullable(v.picklist(sendStates)),
  sendError: v.nullable(v.string()),
  mediaType: v.nullable(v.picklist(mediaTypes)),
  /** Path on this origin; null while there is no file. */
  mediaUrl: v.nullable(v.string()),
  isPrivate: v.boolean(),
  isDeleted: v.boolean(),
  isEdited: v.boolean(),
  editedAt: v.nullable(v.string()),
  isForwarded: v.boolean(),
  quotedMsg: v.nullable(QuotedMessage),
  contact: v.nullable(v.object({ ...Named.entries, urlPicture: v.string() })),
  /** The author; null for contacts, automation and the paired phone. */
  user: v.nullable(Named),
  /** Written by a bot or another automatic action of the product. */
  isAutomatic: v.optional(v.literal(true)),
  reactions: v.array(v.object({ emoji: v.string(), fromMe: v.boolean(), name: v.string() })),
  dataJson: v.nullable(MessageData),
  createdAt: v.string(),
})
export type MessageView = v.InferOutput<typeof MessageView>

export const MessagePage = v.object({
  messages: v.array(MessageView),
  hasMore: v.boolean(),
  nextCursor: v.nullable(v.string()),
})
export type MessagePage = v.InferOutput<typeof MessagePage>

/** Ids of the matching messages of a conversation, newest first. `isCut`: older ones were not searched. */
export const ConversationHits = v.object({ ids: v.array(v.number()), isCut: v.boolean() })
export type ConversationHits = v.InferOutput<typeof ConversationHits>

/** One message per file, in order. */
export const SentMessages = v.object({ messages: v.array(MessageView) })
export type SentMessages = v.InferOutput<typeof SentMessages>

/** A user who can be mentioned in a private note, if they may see the ticket. */
export const TicketColleague = v.object({
  ...Named.entries,
  /** Distinguishes namesakes. */
  email: v.string(),
  profileImage: v.string(),
  canSee: v.boolean(),
})
export type TicketColleague = v.InferOutput<typeof TicketColleague>

export const MessageCount = v.object({ count: v.number(), individual: v.number(), group: v.number() })
export type MessageCount = v.InferOutput<typeof MessageCount>

/** The live event `appMessage`. `reload` makes clients with one of the tickets open load its messages again. */
export type MessageEvent =
  | { action: 'create' | 'update' | 'delete'; message: MessageView; ticket: TicketView; contact: TicketContact }
  | { action: 'reload'; ticketIds: number[] }

/** The live event `presence`: the current activity of a ticket's contact. */
export interface PresenceEvent {
  ticketId: number
  state: ChatState
}

/** A user who has the conversation open. */
export interface TicketViewer {
  id: number
  name: string
  profileImage: string
  state: 'viewing' | 'writing'
}

/** The live event `ticketViewers`, published only in the ticket's room: all of its users, including the receiver. */
interface TicketViewersEvent {
  ticketId: number
  viewers: TicketViewer[]
}

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    appMessage: MessageEvent
    presence: PresenceEvent
    ticketViewers: TicketViewersEvent
  }
}
