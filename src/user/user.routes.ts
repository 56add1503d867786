import { Elysia } from 'elysia'
import * as v from 'valibot'
import { accepts } from '../kernel/body-limits'
import type { UserGuard } from '../kernel/user-guard'
import { IdParams, IdText, refuseOtherCompany } from '../kernel/request-parts'
import type { Platform } from '../platform/platform'
import { createUser } from './create-user'
import { deleteUser } from './delete-user'
import type { IsOnline } from './present-user'
import { setTicketListWidth } from './set-ticket-list-width'
import { updateUser } from './update-user'
import { ListUsersQuery, TicketListWidthBody, UpdateUserBody, UserBody, UserPictureBody } from './user.contract'
import { removeUserPicture, setUserPicture, userPictureBytesMax } from './user-picture'
import { getUserView, listUserPage, listUserPicks } from './user.queries'

const pictureUpload = { files: { fields: { profileImage: 1 }, fileBytesMax: userPictureBytesMax } }
const WidthParams = v.object({ userId: IdText })

export function userRoutes(guard: UserGuard, platform: Platform, isOnline: IsOnline = () => false) {
  return new Elysia({ name: 'user-routes', detail: { tags: ['users'] } })
    .use(guard)
    .get(
      '/users',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        return listUserPage(ctx, query, isOnline)
      },
      { query: ListUsersQuery },
    )
    .get('/users/list', ({ ctx }) => listUserPicks(ctx, isOnline))
    .get('/users/:id', ({ ctx, params }) => getUserView(ctx, params.id, isOnline), { params: IdParams })
    .post('/users', async ({ ctx, body }) => getUserView(ctx, await createUser(platform, ctx, body), isOnline), {
      body: UserBody,
    })
    .put(
      '/users/toggleChangeWidht/:userId',
      ({ ctx, params, body }) => {
        setTicketListWidth(ctx, params.userId, body.defaultTicketsManagerWidth)
        return getUserView(ctx, params.userId, isOnline)
      },
      { params: WidthParams, body: TicketListWidthBody },
    )
    .put(
      '/users/:id',
      async ({ ctx, params, body }) => {
        await updateUser(platform, ctx, params.id, body)
        return getUserView(ctx, params.id, isOnline)
      },
      { params: IdParams, body: UpdateUserBody },
    )
    .delete(
      '/users/:id',
      async ({ ctx, params }) => {
        await deleteUser(platform, ctx, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
    .post(
      '/users/:id/media-upload',
      async ({ ctx, params, body }) => {
        await setUserPicture(ctx, params.id, body.profileImage)
        const user = getUserView(ctx, params.id, isOnline)
        return { ...user, user }
      },
      { params: IdParams, body: UserPictureBody, ...accepts(pictureUpload) },
    )
    .delete(
      '/users/:id/media-upload',
      ({ ctx, params }) => {
        removeUserPicture(ctx, params.id)
        return getUserView(ctx, params.id, isOnline)
      },
      { params: IdParams },
    )
}
