import * as v from 'valibot'
import { nameText } from '../kernel/name-text.contract'
import { PhoneDigits } from '../kernel/phone-text.contract'
import { AnyNumber, Flag, Id, IdOrNone, orMissing, readsAs, textOrNone } from '../kernel/body-values'
import { CompanyIdText, listUpTo, PageNumber, SearchParam } from '../kernel/request-parts'
import { Email, Password } from '../platform/company.contract'

/** Spelled as in answers, too. */
const Switch = readsAs<boolean | 'enabled' | 'disabled'>()(Flag)

/** This switch is spelled without its last letter; both spellings are read. */
const AllTicket = v.union(
  [
    Flag,
    v.pipe(
      v.picklist(['enable', 'disable']),
      v.transform((word) => word === 'enable'),
    ),
  ],
  'invalid',
)
const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'))

export const UserName = nameText(2, 50)
const fields = {
  profile: orMissing(v.picklist(['admin', 'user'], 'invalid')),
  super: orMissing(Flag),
  startWork: orMissing(TimeOfDay),
  endWork: orMissing(TimeOfDay),
  farewellMessage: textOrNone(4096),
  allTicket: orMissing(AllTicket),
  allowGroup: orMissing(Flag),
  allHistoric: orMissing(Switch),
  allUserChat: orMissing(Switch),
  userClosePendingTicket: orMissing(Switch),
  showDashboard: orMissing(Switch),
  allowRealTime: orMissing(Switch),
  allowConnections: orMissing(Switch),
  defaultTheme: orMissing(v.picklist(['light', 'dark'], 'invalid')),
  defaultMenu: orMissing(v.picklist(['open', 'closed'], 'invalid')),
  /** Null or empty follows the company's. */
  language: v.pipe(
    v.union([v.literal(''), v.null(), v.picklist(['pt', 'en', 'es'])], 'invalid'),
    v.transform((language) => language || null),
  ),
  phone: v.pipe(textOrNone(40), PhoneDigits),
  whatsappId: IdOrNone,
  queueIds: orMissing(listUpTo(Id, 500, 'tooLong')),
  companyId: orMissing(Id),
}

/** POST /users. What is not given is as the interface shows a new user. */
export const UserBody = v.object({
  name: UserName,
  email: Email,
  password: Password,
  ...v.partial(v.object(fields)).entries,
})
export type UserBody = v.InferOutput<typeof UserBody>

/** PUT /users/{id}: what is not given stays; an empty password is none. */
export const UpdateUserBody = v.partial(
  v.object({
    name: UserName,
    email: Email,
    password: v.union([v.literal(''), Password]),
    /** Asked for when one's own password changes. */
    currentPassword: v.pipe(v.string(), v.maxLength(200, 'tooLong')),
    ...fields,
  }),
)
export type UpdateUserBody = v.InferOutput<typeof UpdateUserBody>

/** GET /users/ */
export const ListUsersQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  companyId: CompanyIdText,
})
export type ListUsersQuery = v.InferOutput<typeof ListUsersQuery>

/** Pixels of the list column beside the conversation. */
export const TicketListWidth = { min: 404, max: 700 } as const
/** What is beyond the bounds is brought between them, as the column itself does. */
export const TicketListWidthBody = v.object({
  defaultTicketsManagerWidth: v.pipe(
    AnyNumber,
    v.transform((width) => Math.round(Math.min(TicketListWidth.max, Math.max(TicketListWidth.min, width)))),
  ),
})

/** Of one picture. */
export const userPictureBytesMax = 10 * 1024 * 1024

/** POST /users/{id}/media-upload. */
export const UserPictureBody = v.object({
  profileImage: v.file('required'),
  userId: v.optional(v.unknown()),
  typeArch: v.optional(v.unknown()),
})
