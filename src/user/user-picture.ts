import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { UserId } from '../kernel/ids'
import { deleteMedia, recordFile, withStagedFiles } from '../kernel/file/media-store'
import { remakePicture } from '../kernel/file/remake-picture'
import { userPictureBytesMax } from './user.contract'
import { canEditUser } from './user.policy'
import { getUser } from './user.queries'
import { userTable } from './user.tables'

const pictureRules = {
  field: 'profileImage',
  bytesMax: userPictureBytesMax,
  edgePixelsMax: 512,
  format: 'webp',
} as const

/** @throws Refusal ERR_INVALID_INPUT for no picture, ERR_FILE_TOO_LARGE, ERR_NO_PERMISSION */
export async function setUserPicture(ctx: CompanyContext, id: UserId, file: File) {
  if (!canEditUser(ctx.actor, getUser(ctx, id))) refuse('ERR_NO_PERMISSION')
  const picture = await remakePicture(file, pictureRules)
  await withStagedFiles(ctx, async (stage) => {
    const staged = await stage(picture, 'profile.webp', 'image/webp')
    ctx.transaction(() => {
      const before = getUser(ctx, id)
      const media = recordFile(ctx, staged, 'user', id)
      ctx.db.update(userTable).set({ profileMediaId: media.id, updatedAt: ctx.now }).where(eq(userTable.id, id)).run()
      deleteMedia(ctx, before.profileMediaId)
      recordEvent(ctx, 'user.changed', {}, { userId: id, fields: ['profileImage'] })
    })
  })
}

export function removeUserPicture(ctx: CompanyContext, id: UserId) {
  ctx.transaction(() => {
    const user = getUser(ctx, id)
    if (!canEditUser(ctx.actor, user)) refuse('ERR_NO_PERMISSION')
    if (!user.profileMediaId) return
    ctx.db.update(userTable).set({ profileMediaId: null, updatedAt: ctx.now }).where(eq(userTable.id, id)).run()
    deleteMedia(ctx, user.profileMediaId)
    recordEvent(ctx, 'user.changed', {}, { userId: id, fields: ['profileImage'] })
  })
}
