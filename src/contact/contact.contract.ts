import * as v from 'valibot'
import { IdNumber, PageNumber, SearchParam } from '../kernel/request-parts'

const ExtraInfo = v.object({
  id: v.optional(v.nullable(v.number())),
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(250, 'tooLong')),
  value: v.pipe(v.string(), v.trim(), v.maxLength(4096, 'tooLong')),
})

const name = v.pipe(v.string('required'), v.trim(), v.minLength(2, 'tooShort'), v.maxLength(50, 'tooLong'))
const number = v.pipe(v.string('required'), v.trim(), v.minLength(8, 'tooShort'), v.maxLength(50, 'tooLong'))
const email = v.union(
  [v.literal(''), v.pipe(v.string(), v.trim(), v.maxLength(250), v.email('invalidEmail'))],
  'invalidEmail',
)

const common = {
  email: v.optional(v.nullable(email), ''),
  extraInfo: v.optional(v.pipe(v.array(ExtraInfo), v.maxLength(100))),
  acceptAudioMessage: v.optional(v.boolean()),
  disableBot: v.optional(v.boolean()),
  companyId: v.optional(v.nullable(IdNumber)),
}

/** POST /contacts. */
export const CreateContactBody = v.object({ name, number, ...common })
export type CreateContactBody = v.InferOutput<typeof CreateContactBody>

/**
 * PUT /contacts/{id}. The number may be absent, empty for somebody who has none, or masked as it was given to a plain
 * user: then it stays.
 */
export const UpdateContactBody = v.object({
  name,
  number: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(50, 'tooLong')))),
  ...common,
  email: v.optional(v.nullable(email)),
})
export type UpdateContactBody = v.InferOutput<typeof UpdateContactBody>

const Toggled = v.optional(v.nullable(v.boolean()))
export const BlockContactBody = v.object({ active: v.boolean() })
/** Without a value the switch is turned over. */
export const AcceptAudioBody = v.optional(v.object({ acceptAudioMessage: Toggled }))
export const DisableBotBody = v.optional(v.object({ disableBot: Toggled }))

const tagIds = v.pipe(
  v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))]),
  v.transform((given) => (Array.isArray(given) ? given.join(',') : String(given)).replace(/[[\]"\s]/g, '')),
  v.transform((text) => (text === '' ? [] : text.split(',').map(Number))),
  v.array(IdNumber),
  v.maxLength(100),
)

/** GET /contacts. `cursor` continues where the answer's `nextCursor` left off. */
export const ListContactsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  contactTag: v.optional(tagIds, ''),
  channel: v.optional(v.union([v.literal(''), v.picklist(['whatsapp', 'whatsappapi', 'facebook', 'instagram'])]), ''),
  isGroup: v.optional(v.union([v.literal(''), v.picklist(['true', 'false'])]), ''),
})
export type ListContactsQuery = v.InferOutput<typeof ListContactsQuery>

/** GET /contacts/list. */
export const PickContactsQuery = v.object({
  searchParam: SearchParam,
  companyId: v.optional(v.pipe(v.string(), v.toNumber(), v.integer())),
})

/** A contact as lists, its panel and live events give it. */
export interface ContactView {
  id: number
  name: string
  /** Masked for plain users when the company hides numbers. */
  number: string
  email: string
  channel: 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram'
  urlPicture: string
  isGroup: boolean
  active: boolean
  disableBot: boolean
  acceptAudioMessage: boolean
  lgpdAcceptedAt: string | null
  whatsappId: number | null
  whatsapp: { id: number; name: string } | null
  tags: { id: number; name: string; color: string }[]
  extraInfo: { id: number; name: string; value: string }[]
  /** Of its newest ticket; empty when there is none. */
  lastMessage: string
  createdAt: string
  updatedAt: string
}

export interface ContactPage {
  contacts: ContactView[]
  hasMore: boolean
  count: number
  nextCursor: string | null
}

/** A contact as pickers need it. */
export interface ContactPick {
  id: number
  name: string
  number: string
  email: string
  channel: ContactView['channel']
  isGroup: boolean
}
