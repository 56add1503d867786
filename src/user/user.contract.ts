import * as v from 'valibot'
import { nameText } from '../kernel/text/name-text.contract'
import { TimeOfDay } from '../kernel/time/time-of-day.contract'
import { PhoneDigits, PhoneText } from '../kernel/text/phone-text.contract'
import { AnyNumber, Flag, Id, IdOrNone, orMissing, readsAs, textOrNone } from '../kernel/http/body-values'
import { CompanyIdText, listUpTo, PageNumber, SearchParam } from '../kernel/http/request-parts'
import { Email, Password, companyLanguages, CompanyName } from '../platform/company/company.contract'

const Switch = readsAs<boolean | 'enabled' | 'disabled'>()(Flag)

/** Similar systems omit the last letter; both spellings are accepted. */
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
  /** A role’s switches replace the user’s. */
  roleId: IdOrNone,
  notifyWaiting: orMissing(Flag),
  offerNext: orMissing(Flag),
  weeklyReportMail: orMissing(Flag),
  breachDigestMail: orMissing(Flag),
  defaultTheme: orMissing(v.picklist(['light', 'dark', 'system'], 'invalid')),
  defaultMenu: orMissing(v.picklist(['open', 'closed'], 'invalid')),
  language: v.pipe(
    v.union([v.literal(''), v.null(), v.picklist(['pt', 'en', 'es'])], 'invalid'),
    v.transform((language) => language || null),
  ),
  phone: v.pipe(textOrNone(40), PhoneDigits),
  whatsappId: IdOrNone,
  queueIds: orMissing(listUpTo(Id, 500, 'tooLong')),
  tagIds: orMissing(listUpTo(Id, 100, 'tooLong')),
  companyId: orMissing(Id),
}

/** With `invite`, the user sets the password by a link. */
export const UserBody = v.pipe(
  v.object({
    name: UserName,
    email: Email,
    password: v.optional(orMissing(Password)),
    invite: v.optional(orMissing(Flag)),
    ...v.partial(v.object(fields)).entries,
  }),
  v.forward(
    v.partialCheck([['password'], ['invite']], ({ password, invite }) => Boolean(password || invite), 'required'),
    ['password'],
  ),
)
export type UserBody = v.InferOutput<typeof UserBody>

/** An empty password is ignored. */
export const UpdateUserBody = v.partial(
  v.object({
    name: UserName,
    email: Email,
    password: v.union([v.literal(''), Password]),
    currentPassword: v.pipe(v.string(), v.maxLength(200, 'tooLong')),
    ...fields,
  }),
)
export type UpdateUserBody = v.InferOutput<typeof UpdateUserBody>

export const ListUsersQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  companyId: CompanyIdText,
})
export type ListUsersQuery = v.InferOutput<typeof ListUsersQuery>

const TicketListWidth = { min: 404, max: 700 } as const
export const TicketListWidthBody = v.object({
  defaultTicketsManagerWidth: v.pipe(
    AnyNumber,
    v.transform((width) => Math.round(Math.min(TicketListWidth.max, Math.max(TicketListWidth.min, width)))),
  ),
})

/** Unknown groups and screens have no effect. */
export const MenuChoices = v.object({
  /** Groups without an entry were never opened or closed. */
  groups: v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(30, 'tooLong')), v.boolean()),
    v.check((groups) => Object.keys(groups).length <= 30, 'tooMany'),
  ),
  /** In the order of pinning. */
  pinned: listUpTo(v.pipe(v.string(), v.maxLength(100, 'tooLong')), 50),
})
export type MenuChoices = v.InferOutput<typeof MenuChoices>

const ColumnId = v.pipe(v.string(), v.maxLength(50, 'tooLong'))
const Columns = listUpTo(ColumnId, 60)

/** Unknown columns have no effect. */
export const TableChoices = v.object({
  order: Columns,
  hidden: Columns,
  pinned: Columns,
  /** In pixels. */
  widths: v.pipe(
    v.record(ColumnId, v.pipe(v.number(), v.integer(), v.minValue(40), v.maxValue(1000))),
    v.check((widths) => Object.keys(widths).length <= 60, 'tooMany'),
  ),
})
export type TableChoices = v.InferOutput<typeof TableChoices>

export const TableChoicesBody = v.object({
  table: v.pipe(v.string(), v.regex(/^[\w/:-]{1,100}$/)),
  ...TableChoices.entries,
})

export const userPictureBytesMax = 10 * 1024 * 1024

export const UserPictureBody = v.object({
  profileImage: v.file('required'),
  userId: v.optional(v.unknown()),
  typeArch: v.optional(v.unknown()),
})

/** A given `companyId` is ignored: nobody may join a company this way. */
export const SignUpBody = v.object({
  name: UserName,
  email: Email,
  password: Password,
  phone: PhoneText,
  companyName: CompanyName,
  /** Determines the time zone. */
  language: v.optional(v.picklist(companyLanguages, 'invalid'), 'pt'),
  planId: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.toNumber())], 'required'),
    v.integer(),
    v.minValue(1, 'required'),
  ),
})
export type SignUpBody = v.InferOutput<typeof SignUpBody>

const Token = v.pipe(v.string('required'), v.maxLength(200, 'tooLong'))

export const PasswordLinkBody = v.object({ token: Token })

export const RedeemPasswordLinkBody = v.object({ token: Token, password: Password })
export type RedeemPasswordLinkBody = v.InferOutput<typeof RedeemPasswordLinkBody>

/** `renew`: replaces one that is still valid. */
export const InvitationBody = v.object({ renew: v.optional(Flag, false), mail: v.optional(Flag, false) })

export const ForgotPasswordBody = v.object({ email: Email })

/** `answer`: of the mail server. */
export const LinkMail = v.object({ state: v.picklist(['sending', 'sent', 'failed']), answer: v.string() })
export type LinkMail = v.InferOutput<typeof LinkMail>
