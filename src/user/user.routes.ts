import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import type { Platform } from '../platform/platform'
import { createUser } from './create-user'
import { deleteUser } from './delete-user'
import { invite, makeResetLink } from './password-link/invite'
import type { IsOnline } from './present-user'
import { setMenuChoices } from './set-menu-choices'
import { setTicketListWidth } from './set-ticket-list-width'
import { updateUser } from './update-user'
import { userCalls } from './user.calls'
import { removeUserPicture, setUserPicture } from './picture/user-picture'
import { getUserView, getWholeUserView, listUserPage, listUserPicks } from './user.queries'

export function userRoutes(guard: UserGuard, platform: Platform, isOnline: IsOnline = () => false) {
  return answerCalls(new Elysia({ name: 'user-routes' }).use(guard), userCalls, {
    'GET /users': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return listUserPage(ctx, query, isOnline)
    },
    'GET /users/list': ({ ctx }) => listUserPicks(ctx, isOnline),
    'GET /users/:id': ({ ctx, params }) => getUserView(ctx, params.id, isOnline),
    'POST /users': async ({ ctx, body, request }) => {
      const id = await createUser(platform, ctx, body)
      const user = getWholeUserView(ctx, id, isOnline)
      return user.invitedUntil ? { ...user, invitationLink: invite(platform, ctx, id, request).link } : user
    },
    'POST /users/:id/invitation': ({ ctx, params, body, request }) => invite(platform, ctx, params.id, request, body),
    'POST /users/:id/password-link': ({ ctx, params, request }) => makeResetLink(platform, ctx, params.id, request),
    'PUT /users/toggleChangeWidht/:userId': ({ ctx, params, body }) => {
      setTicketListWidth(ctx, params.userId, body.defaultTicketsManagerWidth)
      return getWholeUserView(ctx, params.userId, isOnline)
    },
    'PUT /users/menu': ({ ctx, body }) => {
      setMenuChoices(ctx, body)
      return { ok: true }
    },
    'PUT /users/:id': async ({ ctx, params, body }) => {
      await updateUser(platform, ctx, params.id, body)
      return getWholeUserView(ctx, params.id, isOnline)
    },
    'DELETE /users/:id': async ({ ctx, params }) => {
      await deleteUser(platform, ctx, params.id)
      return { ok: true }
    },
    'POST /users/:id/media-upload': async ({ ctx, params, body }) => {
      await setUserPicture(ctx, params.id, body.profileImage)
      const user = getWholeUserView(ctx, params.id, isOnline)
      return { ...user, user }
    },
    'DELETE /users/:id/media-upload': ({ ctx, params }) => {
      removeUserPicture(ctx, params.id)
      return getWholeUserView(ctx, params.id, isOnline)
    },
  })
}
