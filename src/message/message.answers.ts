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

/** Hidden numbers hide the values. */
export const MessageTemplate = v.object({
  name: v.string(),
  language: v.string(),
  components: v.array(
    v.union([
      v.object({ type: v.picklist(['header', 'body']), parameters: v.array(NamedParameter) }),
      v.object({ ...button, sub_type: v.literal('url'), parameters: v.array(TextParameter) }),
      v.object({ ...button, sub_type: v.literal('copy_code'), parameters: v.array(CouponParameter) }),
      v.object({ ...button, sub_type: v.literal('flow'), parameters: v.array(FlowParameter) }),
    ]),
  ),
  fileFormat: v.optional(v.picklist(templateFileFormats)),
})
export type MessageTemplate = v.InferOutput<typeof MessageTemplate>

/** Buttons, or a list behind the button `open`. */
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
  /** `number` replaces the card where numbers are hidden. */
  contacts: v.optional(v.array(v.object({ name: v.string(), vcard: v.string(), number: v.optional(v.string()) }))),
  contentText: v.optional(v.string()),
  footerText: v.optional(v.string()),
  buttons: v.optional(v.array(v.object({ buttonId: v.string(), buttonText: v.object({ displayText: v.string() }) }))),
  template: v.optional(MessageTemplate),
  menu: v.optional(OfferedMenu),
  answers: v.optional(v.record(v.string(), v.string())),
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
  /** `isDone`: the conversation continues with it. */
  numberChange: v.optional(v.object({ number: v.string(), isDone: v.optional(v.literal(true)) })),
  transcription: v.optional(v.string()),
  aiAgentId: v.optional(v.number()),
  authorId: v.optional(v.number()),
  mentions: v.optional(v.array(Named)),
  /** Unknown or undecryptable; it may still arrive. */
  placeholder: v.optional(v.string()),
  /** Requested; it replaces its placeholder. */
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
  mediaUrl: v.nullable(v.string()),
  isPrivate: v.boolean(),
  isDeleted: v.boolean(),
  isEdited: v.boolean(),
  editedAt: v.nullable(v.string()),
  isForwarded: v.boolean(),
  quotedMsg: v.nullable(QuotedMessage),
  contact: v.nullable(v.object({ ...Named.entries, urlPicture: v.string() })),
  user: v.nullable(Named),
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

export const SentMessages = v.object({ messages: v.array(MessageView) })
export type SentMessages = v.InferOutput<typeof SentMessages>

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

/** `appMessage`. `reload` makes clients load an open ticket again. */
export type MessageEvent =
  | { action: 'create' | 'update' | 'delete'; message: MessageView; ticket: TicketView; contact: TicketContact }
  | { action: 'reload'; ticketIds: number[] }

/** `presence`: the contact's current activity. */
export interface PresenceEvent {
  ticketId: number
  state: ChatState
}

export interface TicketViewer {
  id: number
  name: string
  profileImage: string
  state: 'viewing' | 'writing'
}

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
