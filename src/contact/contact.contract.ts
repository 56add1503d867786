import * as v from 'valibot'
import { PhoneText } from '../kernel/text/phone-text.contract'
import { nameText } from '../kernel/text/name-text.contract'
import { channelNames } from '../channel/channel-rules.contract'
import { Flag, Id, IdOrNone, orMissing } from '../kernel/http/body-values'
import { IdText, listUpTo, numberListUpTo, orEmpty, PageNumber, SearchParam } from '../kernel/http/request-parts'

export const contactNameMin = 2
export const contactNameMax = 250

const ExtraInfo = v.object({
  id: v.optional(IdOrNone),
  name: nameText(1, 250),
  value: v.pipe(v.string(), v.trim(), v.maxLength(4096, 'tooLong')),
})

const name = nameText(contactNameMin, 50)
/** Whatever a provider gives, so that other fields can be changed. */
const keptName = nameText(1, contactNameMax)
const number = v.pipe(v.string('required'), v.trim(), v.minLength(8, 'tooShort'), v.maxLength(50, 'tooLong'))
const email = v.union(
  [v.literal(''), v.pipe(v.string(), v.trim(), v.maxLength(250), v.email('invalidEmail'))],
  'invalidEmail',
)

const common = {
  email: v.optional(v.nullable(email), ''),
  extraInfo: v.optional(orMissing(listUpTo(ExtraInfo, 100))),
  acceptAudioMessage: v.optional(orMissing(Flag)),
  disableBot: v.optional(orMissing(Flag)),
  walletUserId: v.optional(IdOrNone),
  companyId: v.optional(IdOrNone),
}

export const CreateContactBody = v.object({ name, number, ...common })
export type CreateContactBody = v.InferOutput<typeof CreateContactBody>

/** POST /contacts/by-number. With country code. */
export const ContactNumberBody = v.object({
  number: v.pipe(
    PhoneText,
    v.transform((text) => text.replace(/\D/g, '')),
  ),
})

/** A masked number, or an empty one of a contact without, changes nothing. */
export const UpdateContactBody = v.object({
  name: v.optional(keptName),
  number: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(50, 'tooLong')))),
  ...common,
  email: v.optional(v.nullable(email)),
})
export type UpdateContactBody = v.InferOutput<typeof UpdateContactBody>

const Toggled = v.optional(orMissing(Flag))
export const BlockContactBody = v.object({ active: Flag })
/** Without a value the switch is toggled. */
export const AcceptAudioBody = v.optional(v.object({ acceptAudioMessage: Toggled }))
export const DisableBotBody = v.optional(v.object({ disableBot: Toggled }))

const tagIds = numberListUpTo(Id, 100)

const YesNo = v.optional(v.union([v.literal(''), v.picklist(['true', 'false'])]), '')

export const contactFilter = {
  searchParam: SearchParam,
  contactTag: v.optional(tagIds, ''),
  tagMatch: v.optional(v.picklist(['all', 'any']), 'all'),
  channel: v.optional(v.union([v.literal(''), v.picklist(channelNames)]), ''),
  isGroup: YesNo,
  /** `false`: blocked. */
  active: YesNo,
  whatsappId: orEmpty(IdText),
}

const ContactFilter = v.object(contactFilter)
export type ContactFilter = v.InferOutput<typeof ContactFilter>

/** Exporting clients request 20. */
export const contactPageSize = 40

const PageSize = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100))

/** `cursor`: the previous `nextCursor`. */
export const ListContactsQuery = v.object({
  ...contactFilter,
  pageNumber: PageNumber,
  pageSize: v.optional(PageSize, String(contactPageSize)),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(2000))),
})
export type ListContactsQuery = v.InferOutput<typeof ListContactsQuery>

export const PickContactsQuery = v.object({
  searchParam: SearchParam,
  companyId: v.optional(v.pipe(v.string(), v.toNumber(), v.integer())),
})

export const MergeContactsBody = v.object({ fromContactId: Id, intoContactId: Id })

export const KeepApartBody = v.object({ contactId: Id })
