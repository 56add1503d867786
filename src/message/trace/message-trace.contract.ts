import * as v from 'valibot'

/** Steps are deleted after this many days; the message stays. */
export const stepRetentionDays = 90

/** What wrote a message that no person typed, or how a person did. */
export const causeKinds = [
  'bot',
  'flow',
  'campaign',
  'campaignTest',
  'optOut',
  'schedule',
  'api',
  'apiToken',
  'macro',
  'rule',
  'forward',
  'farewell',
  'rating',
  'greeting',
  'transfer',
  'lane',
  'remarketing',
  'inactivity',
  'call',
] as const

export const MessageCause = v.object({
  kind: v.picklist(causeKinds),
  /** Of the campaign, flow, schedule, macro, rule, connection, lane or message. */
  id: v.optional(v.number()),
  name: v.optional(v.string()),
  /** The kind of a bot, or the type of a flow's node. */
  part: v.optional(v.string()),
})
export type MessageCause = v.InferOutput<typeof MessageCause>

export const stepKinds = [
  'received',
  'written',
  'bot',
  'botDropped',
  'attempt',
  'resend',
  'status',
  'edited',
  'deleted',
  'changeSent',
  'changeFailed',
  'fileFetched',
  'fileMissing',
] as const
export type StepKind = (typeof stepKinds)[number]

/** `interrupted`: the process ended meanwhile. `unsafe`: not repeated, because the contact could get it twice. */
export const attemptOutcomes = [
  'accepted',
  'offline',
  'limited',
  'uncertain',
  'refused',
  'interrupted',
  'unsafe',
  'noFile',
] as const

/** Times are milliseconds since 1970. */
export const StepData = v.object({
  /** When the event arrived, where it waited before it was read. */
  filedAt: v.optional(v.number()),
  cause: v.optional(MessageCause),
  outcome: v.optional(v.picklist(attemptOutcomes)),
  /** How long the provider took to answer. */
  ms: v.optional(v.number()),
  retryAt: v.optional(v.number()),
  /** What the provider said. */
  error: v.optional(v.string()),
  ack: v.optional(v.number()),
  /** The time that the provider gave. */
  providerAt: v.optional(v.number()),
  by: v.optional(v.picklist(['contact', 'phone'])),
  change: v.optional(v.picklist(['edit', 'delete'])),
  bot: v.optional(v.string()),
  name: v.optional(v.string()),
  /** The bot had asked the contact something in an earlier turn. */
  continues: v.optional(v.literal(true)),
  reason: v.optional(v.picklist(['superseded', 'failed'])),
})
export type StepData = v.InferOutput<typeof StepData>

const Named = v.object({ id: v.number(), name: v.string() })

export const TraceStep = v.object({
  kind: v.picklist(stepKinds),
  at: v.string(),
  lastAt: v.string(),
  times: v.number(),
  user: v.nullable(Named),
  data: StepData,
})
export type TraceStep = v.InferOutput<typeof TraceStep>

/** What happened to a message, oldest first. */
export const MessageTrace = v.object({
  id: v.number(),
  /** The provider's time of a received message. */
  createdAt: v.string(),
  fromMe: v.boolean(),
  isPrivate: v.boolean(),
  isForwarded: v.boolean(),
  isDeleted: v.boolean(),
  /** Of the phone or another program of the account. */
  isFromPhone: v.boolean(),
  user: v.nullable(Named),
  contactName: v.nullable(v.string()),
  connection: v.nullable(Named),
  channel: v.string(),
  providerId: v.nullable(v.string()),
  sendAfter: v.nullable(v.string()),
  charge: v.nullable(v.object({ category: v.string(), isBillable: v.boolean() })),
  /** False for messages whose steps are no longer kept. */
  isComplete: v.boolean(),
  steps: v.array(TraceStep),
})
export type MessageTrace = v.InferOutput<typeof MessageTrace>
