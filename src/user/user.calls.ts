import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams, IdText } from '../kernel/http/request-parts'
import { Pause, Presence, PresenceBody } from './presence/presence.contract'
import {
  ListUsersQuery,
  MenuChoices,
  TableChoicesBody,
  TicketListWidthBody,
  UpdateUserBody,
  UserBody,
  UserPictureBody,
  userPictureBytesMax,
  InvitationBody,
  LinkMail,
} from './user.contract'

const Switch = v.picklist(['enabled', 'disabled'])

const UserSwitches = v.object({
  /** Similar systems omit the last letter. */
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
  notifyWaiting: v.boolean(),
  offerNext: v.boolean(),
  weeklyReportMail: v.boolean(),
  breachDigestMail: v.boolean(),
  defaultTheme: v.picklist(['light', 'dark', 'system']),
  defaultMenu: v.picklist(['open', 'closed']),
  defaultTicketsManagerWidth: v.number(),
  phone: v.string(),
  whatsappId: v.nullable(v.number()),
  /** Gets no tickets assigned meanwhile. */
  pause: v.nullable(Pause),
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
  company: v.object({ name: v.string(), dueDate: v.string() }),
  queueIds: v.array(v.number()),
  /** What the user knows, by tags of contacts. */
  tagIds: v.array(v.number()),
  roleId: v.nullable(v.number()),
  roleName: v.nullable(v.string()),
  language: v.nullable(v.picklist(['pt', 'en', 'es'])),
  twoFactor: v.boolean(),
  status: v.picklist(['online', 'offline']),
  /** Null once the password is set. */
  invitedUntil: v.nullable(v.string()),
  /** Null when nobody asked for it. */
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
  'GET /users/presence': { answer: v.array(Presence) },
  'PUT /users/:id/presence': { params: IdParams, body: PresenceBody, answer: UserView },
  'GET /users/:id': { params: IdParams, answer: v.union([UserView, UserPick]) },
  /** `invitationLink`: with `invite`. */
  'POST /users': { body: UserBody, answer: v.object({ ...UserView.entries, invitationLink: v.optional(v.string()) }) },
  'POST /users/:id/invitation': { params: IdParams, body: InvitationBody, answer: InvitationLink },
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
  /** Ends the user’s session, too. */
  'DELETE /users/:id/two-factor': { params: IdParams, answer: Done },
  'POST /users/:id/media-upload': {
    params: IdParams,
    body: UserPictureBody,
    limits,
    answer: v.object({ ...UserView.entries, user: UserView }),
  },
  'DELETE /users/:id/media-upload': { params: IdParams, answer: UserView },
})

/** Admins and the user get the whole form; only admins online status. */
export type UserEvent =
  | { action: 'update'; user: Pick<UserView, 'id' | 'online'> }
  | { action: 'create' | 'update'; user: Omit<UserView, 'online' | 'status'> | Omit<UserPick, 'online'> }
  | { action: 'delete'; userId: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    user: UserEvent
    /** Signed in elsewhere. */
    auth: { action: 'logout'; user: { id: number } }
  }
}
