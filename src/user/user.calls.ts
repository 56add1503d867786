import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams, IdText } from '../kernel/http/request-parts'
import { InvitationBody, LinkMail } from './password-link/password-link.contract'
import {
  ListUsersQuery,
  MenuChoices,
  TableChoicesBody,
  TicketListWidthBody,
  UpdateUserBody,
  UserBody,
  UserPictureBody,
  userPictureBytesMax,
} from './user.contract'

const Switch = v.picklist(['enabled', 'disabled'])

const UserSwitches = v.object({
  /** Similar systems spell these values without the last letter. */
  allTicket: v.picklist(['enable', 'disable']),
  allHistoric: Switch,
  allUserChat: Switch,
  userClosePendingTicket: Switch,
  showDashboard: Switch,
  allowRealTime: Switch,
  allowConnections: Switch,
})
export type UserSwitches = v.InferOutput<typeof UserSwitches>

export const UserFields = v.object({
  ...UserSwitches.entries,
  email: v.string(),
  super: v.boolean(),
  startWork: v.string(),
  endWork: v.string(),
  farewellMessage: v.string(),
  allowGroup: v.boolean(),
  /** Whether the user is notified when a ticket begins to wait. */
  notifyWaiting: v.boolean(),
  /** Whether the user is offered the next conversation after resolving one. */
  offerNext: v.boolean(),
  defaultTheme: v.picklist(['light', 'dark', 'system']),
  defaultMenu: v.picklist(['open', 'closed']),
  defaultTicketsManagerWidth: v.number(),
  phone: v.string(),
  whatsappId: v.nullable(v.number()),
})
export type UserFields = v.InferOutput<typeof UserFields>

export const UserPick = v.object({
  id: v.number(),
  name: v.string(),
  profile: v.picklist(['admin', 'user']),
  profileImage: v.string(),
  queues: v.array(v.object({ id: v.number(), name: v.string(), color: v.string() })),
  online: v.boolean(),
})
export type UserPick = v.InferOutput<typeof UserPick>

export const UserView = v.object({
  ...UserPick.entries,
  ...UserFields.entries,
  companyId: v.number(),
  /** `dueDate` is YYYY-MM-DD. */
  company: v.object({ name: v.string(), dueDate: v.string() }),
  queueIds: v.array(v.number()),
  /** Null for the company's language. */
  language: v.nullable(v.picklist(['pt', 'en', 'es'])),
  status: v.picklist(['online', 'offline']),
  /** When the link ends by which an invited user sets a password; null once that is done. */
  invitedUntil: v.nullable(v.string()),
  /** Whether the invitation was mailed; null when nobody asked for it. */
  invitationMail: v.nullable(LinkMail),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type UserView = v.InferOutput<typeof UserView>

export const InvitationLink = v.object({ link: v.string(), expiresAt: v.string() })

const limits = { files: { fields: { profileImage: 1 }, fileBytesMax: userPictureBytesMax } }

export const userCalls = defineCalls({
  'GET /users': {
    query: ListUsersQuery,
    answer: v.object({
      users: v.union([v.array(UserView), v.array(UserPick)]),
      hasMore: v.boolean(),
      count: v.number(),
    }),
  },
  'GET /users/list': { answer: v.array(UserPick) },
  'GET /users/:id': { params: IdParams, answer: v.union([UserView, UserPick]) },
  /** `invitationLink`: with `invite`. */
  'POST /users': { body: UserBody, answer: v.object({ ...UserView.entries, invitationLink: v.optional(v.string()) }) },
  'POST /users/:id/invitation': { params: IdParams, body: InvitationBody, answer: InvitationLink },
  /** For a user who forgot the password. */
  'POST /users/:id/password-link': { params: IdParams, answer: InvitationLink },
  'PUT /users/toggleChangeWidht/:userId': {
    params: v.object({ userId: IdText }),
    body: TicketListWidthBody,
    answer: UserView,
  },
  'PUT /users/menu': { body: MenuChoices, answer: Done },
  'PUT /users/table': { body: TableChoicesBody, answer: Done },
  'PUT /users/:id': { params: IdParams, body: UpdateUserBody, answer: UserView },
  'DELETE /users/:id': { params: IdParams, answer: Done },
  'POST /users/:id/media-upload': {
    params: IdParams,
    body: UserPictureBody,
    limits,
    answer: v.object({ ...UserView.entries, user: UserView }),
  },
  'DELETE /users/:id/media-upload': { params: IdParams, answer: UserView },
})

/**
 * The live event `user`. All users get the short form; admins and the user also get the whole. Only admins get online
 * status.
 */
export type UserEvent =
  | { action: 'update'; user: Pick<UserView, 'id' | 'online'> }
  | { action: 'create' | 'update'; user: Omit<UserView, 'online' | 'status'> | Omit<UserPick, 'online'> }
  | { action: 'delete'; userId: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    user: UserEvent
    /** The user signed in elsewhere, so this session has ended. */
    auth: { action: 'logout'; user: { id: number } }
  }
}
