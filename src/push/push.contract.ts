import * as v from 'valibot'
import { TimeOfDay } from '../kernel/time/time-of-day.contract'
import type { MediaType } from '../message/message.contract'
import { type NotificationKind, notificationKinds } from '../notification/notification.contract'
import { contactEdits } from '../ticket/ticket.contract'

type OwnKind = Exclude<NotificationKind, (typeof contactEdits)[number]>
const isOwnKind = (kind: NotificationKind): kind is OwnKind => !contactEdits.some((edit) => edit === kind)

/** `message`: the contact of one's own ticket wrote. `waiting`: a ticket began to wait in one's queues. */
export const pushKinds = ['message', 'waiting', ...notificationKinds.filter(isOwnKind), 'contactEdited'] as const
export type PushKind = (typeof pushKinds)[number]

export const pushKindOf = (kind: NotificationKind): PushKind => (isOwnKind(kind) ? kind : 'contactEdited')

const OrNoTime = v.union([v.null(), TimeOfDay], 'time')

/** Quiet hours are in the company's time zone and may cross midnight. */
export const PushChoicesBody = v.pipe(
  v.object({
    offKinds: v.pipe(v.array(v.picklist(pushKinds, 'invalid'), 'invalid'), v.maxLength(pushKinds.length, 'tooLong')),
    quietFrom: OrNoTime,
    quietTo: OrNoTime,
  }),
  v.forward(
    v.partialCheck(
      [['quietFrom'], ['quietTo']],
      ({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null),
      'required',
    ),
    ['quietTo'],
  ),
  v.forward(
    v.partialCheck(
      [['quietFrom'], ['quietTo']],
      ({ quietFrom, quietTo }) => quietFrom === null || quietFrom !== quietTo,
      'sameTime',
    ),
    ['quietTo'],
  ),
)
export type PushChoices = v.InferOutput<typeof PushChoicesBody>

/** Unpadded base64url of so many bytes. */
const bytesText = (bytes: number) =>
  v.pipe(v.string('required'), v.length(Math.ceil((bytes * 4) / 3), 'invalid'), v.regex(/^[\w-]+$/, 'invalid'))

const Endpoint = v.pipe(
  v.string('required'),
  v.maxLength(2000, 'tooLong'),
  v.url('invalid'),
  v.startsWith('https://', 'invalid'),
)

/** What the browser's `PushSubscription` says. */
const PushSubscription = v.object({ endpoint: Endpoint, p256dh: bytesText(65), auth: bytesText(16) })
export type PushSubscription = v.InferOutput<typeof PushSubscription>

/** `replaces`: the endpoint of the user's device whose subscription the browser has replaced. */
export const PushDeviceBody = v.object({ ...PushSubscription.entries, replaces: v.optional(Endpoint) })
export type PushDeviceBody = v.InferOutput<typeof PushDeviceBody>

/** What a service worker gets, and puts into words. */
export interface PushNotice {
  /** One notice is shown once. */
  id: string
  /** `several`: what would be many notices at once. */
  kind: 'message' | 'waiting' | 'several' | 'test' | NotificationKind
  /** Of how many tickets it tells. */
  count: number
  language: 'pt' | 'en' | 'es'
  /** The masked name, where numbers are hidden from the reader; of several, the names of the newest. */
  contact: string
  from: string | null
  /** Empty where numbers are hidden from the reader. */
  text: string
  mediaType: MediaType | null
  ticketUuid: string | null
  messageId: number | null
}
