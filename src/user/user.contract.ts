import * as v from 'valibot'
import { CompanyIdText, IdNumber, PageNumber, SearchParam } from '../kernel/request-parts'
import { Email, Password } from '../platform/company.contract'
import type { UserFields } from './user-fields.contract'

const Toggle = v.pipe(
  v.picklist(['enabled', 'disabled'], 'invalid'),
  v.transform((word) => word === 'enabled'),
)
/** This one switch is spelled without its last letter; both are read. */
const AllTicket = v.pipe(
  v.picklist(['enable', 'disable', 'enabled', 'disabled'], 'invalid'),
  v.transform((word) => word.startsWith('enable')),
)
const AllowGroup = v.union([v.boolean(), Toggle])
const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'))

export const UserName = v.pipe(v.string('required'), v.trim(), v.minLength(2, 'tooShort'), v.maxLength(50, 'tooLong'))
/** Digits only; empty for none. */
const Phone = v.pipe(
  v.string(),
  v.maxLength(40, 'tooLong'),
  v.transform((text) => text.replace(/\D/g, '')),
)

const fields = {
  profile: v.picklist(['admin', 'user'], 'invalid'),
  super: v.boolean(),
  startWork: TimeOfDay,
  endWork: TimeOfDay,
  farewellMessage: v.pipe(v.string(), v.maxLength(4096, 'tooLong')),
  allTicket: AllTicket,
  allowGroup: AllowGroup,
  allHistoric: Toggle,
  allUserChat: Toggle,
  userClosePendingTicket: Toggle,
  showDashboard: Toggle,
  allowRealTime: Toggle,
  allowConnections: Toggle,
  defaultTheme: v.picklist(['light', 'dark'], 'invalid'),
  defaultMenu: v.picklist(['open', 'closed'], 'invalid'),
  language: v.nullable(v.picklist(['pt', 'en', 'es'], 'invalid')),
  phone: Phone,
  whatsappId: v.nullable(IdNumber),
  queueIds: v.pipe(v.array(IdNumber), v.maxLength(500, 'tooLong')),
  companyId: IdNumber,
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
    v.number(),
    v.transform((width) => Math.round(Math.min(TicketListWidth.max, Math.max(TicketListWidth.min, width)))),
  ),
})

/** POST /users/{id}/media-upload. */
export const UserPictureBody = v.object({
  profileImage: v.file('required'),
  userId: v.optional(v.unknown()),
  typeArch: v.optional(v.unknown()),
})

/** What colleagues see of each other. */
export interface UserPick {
  id: number
  name: string
  profile: 'admin' | 'user'
  profileImage: string
  queues: { id: number; name: string; color: string }[]
  online: boolean
}

/** What admins see of everybody, and everybody of themselves. */
export interface UserView extends UserPick, UserFields {
  companyId: number
  /** `dueDate` is YYYY-MM-DD. */
  company: { name: string; dueDate: string }
  queueIds: number[]
  /** Null follows the company's. */
  language: 'pt' | 'en' | 'es' | null
  status: 'online' | 'offline'
  createdAt: string
  updatedAt: string
}
