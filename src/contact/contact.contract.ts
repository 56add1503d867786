import * as v from 'valibot'
import { nameText } from '../kernel/name-text.contract'
import { channelNames } from '../channel/channel-rules.contract'
import { Flag, Id, IdOrNone, orMissing } from '../kernel/body-values'
import { IdText, listUpTo, orEmpty, PageNumber, SearchParam } from '../kernel/request-parts'

/** Of a contact's name, whoever gave it. */
export const contactNameMax = 250

const ExtraInfo = v.object({
  id: v.optional(IdOrNone),
  name: nameText(1, 250),
  value: v.pipe(v.string(), v.trim(), v.maxLength(4096, 'tooLong')),
})

const name = nameText(2, 50)
/** As long and as short as the name a provider gave may be: nobody has to shorten it to change something else. */
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
  /** The user whose wallet the contact is in; null is nobody's, absent leaves it. Only admins change it. */
  walletUserId: v.optional(IdOrNone),
  companyId: v.optional(IdOrNone),
}

/** POST /contacts. */
export const CreateContactBody = v.object({ name, number, ...common })
export type CreateContactBody = v.InferOutput<typeof CreateContactBody>

/**
 * PUT /contacts/{id}: what is not given stays. So does a number that is empty, for somebody who has none, or masked as it
 * was given to a plain user.
 */
export const UpdateContactBody = v.object({
  name: v.optional(keptName),
  number: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(50, 'tooLong')))),
  ...common,
  email: v.optional(v.nullable(email)),
})
export type UpdateContactBody = v.InferOutput<typeof UpdateContactBody>

const Toggled = v.optional(orMissing(Flag))
export const BlockContactBody = v.object({ active: Flag })
/** Without a value the switch is turned over. */
export const AcceptAudioBody = v.optional(v.object({ acceptAudioMessage: Toggled }))
export const DisableBotBody = v.optional(v.object({ disableBot: Toggled }))

const tagIds = v.pipe(
  v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))]),
  v.transform((given) => (Array.isArray(given) ? given.join(',') : String(given)).replace(/[[\]"\s]/g, '')),
  v.transform((text) => (text === '' ? [] : text.split(',').map(Number))),
  listUpTo(Id, 100),
)

const YesNo = v.optional(v.union([v.literal(''), v.picklist(['true', 'false'])]), '')

/** Which contacts a list, an export or a campaign is of. */
export const contactFilter = {
  searchParam: SearchParam,
  contactTag: v.optional(tagIds, ''),
  /** Whether a contact has all of the tags or any of them. */
  tagMatch: v.optional(v.picklist(['all', 'any']), 'all'),
  channel: v.optional(v.union([v.literal(''), v.picklist(channelNames)]), ''),
  isGroup: YesNo,
  /** `false`: blocked ones. */
  active: YesNo,
  /** The connection the contact came by. */
  whatsappId: orEmpty(IdText),
}

const ContactFilter = v.object(contactFilter)
export type ContactFilter = v.InferOutput<typeof ContactFilter>

/** Contacts of one answer when the caller asks for no other number; exporting programs ask for 20. */
export const contactPageSize = 40

const PageSize = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100))

/** GET /contacts. `cursor` continues where the answer's `nextCursor` left off. */
export const ListContactsQuery = v.object({
  ...contactFilter,
  pageNumber: PageNumber,
  pageSize: v.optional(PageSize, String(contactPageSize)),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(2000))),
})
export type ListContactsQuery = v.InferOutput<typeof ListContactsQuery>

/** GET /contacts/list. */
export const PickContactsQuery = v.object({
  searchParam: SearchParam,
  companyId: v.optional(v.pipe(v.string(), v.toNumber(), v.integer())),
})

/** POST /contacts/merge. */
export const MergeContactsBody = v.object({ fromContactId: Id, intoContactId: Id })

/** POST /contacts/{id}/apart. */
export const KeepApartBody = v.object({ contactId: Id })
