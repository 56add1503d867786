import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event-log'
import type { UserId } from '../kernel/ids'
import { deleteMedia, recordFile, stageFile } from '../kernel/media-store'
import { sniffType } from '../kernel/sniff-type'
import './user.events'
import { canEditUser } from './user.policy'
import { getUser } from './user.queries'
import { userTable } from './user.tables'

const uploadBytesMax = 10 * 1024 * 1024
const edgePixelsMax = 512
/** A small file may unpack to a picture that fills the memory. */
const pixelsMax = 50_000_000
const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** @throws Refusal ERR_INVALID_INPUT when the bytes are no picture, ERR_FILE_TOO_LARGE, ERR_NO_PERMISSION */
export async function setUserPicture(ctx: CompanyContext, id: UserId, file: File) {
  if (!canEditUser(ctx.actor, getUser(ctx, id))) refuse('ERR_NO_PERMISSION')
  if (file.size > uploadBytesMax) refuse('ERR_FILE_TOO_LARGE', { fields: { profileImage: 'tooLarge' } })
  const picture = await smallPicture(new Uint8Array(await file.arrayBuffer()))
  const staged = await stageFile(ctx, picture, 'profile.webp', 'image/webp')
  ctx.transaction(() => {
    const before = getUser(ctx, id)
    const media = recordFile(ctx, staged, 'user', id)
    ctx.db.update(userTable).set({ profileMediaId: media.id, updatedAt: ctx.now }).where(eq(userTable.id, id)).run()
    if (before.profileMediaId) deleteMedia(ctx, before.profileMediaId)
    recordEvent(ctx, 'user.changed', {}, { userId: id, fields: ['profileImage'] })
  })
}

/** Back to the initials. @throws Refusal ERR_NO_PERMISSION */
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

/** Made anew from its pixels: small, and free of whatever else the file carried, such as where it was taken. */
async function smallPicture(bytes: Uint8Array) {
  if (!imageTypes.includes(sniffType(bytes.subarray(0, 64), ''))) refuseImage()
  try {
    const image = new Bun.Image(bytes, { maxPixels: pixelsMax })
    const small = image.resize(edgePixelsMax, edgePixelsMax, { fit: 'inside', withoutEnlargement: true })
    return await small.webp({ quality: 85 }).bytes()
  } catch {
    refuseImage()
  }
}

function refuseImage(): never {
  refuse('ERR_INVALID_INPUT', { fields: { profileImage: 'imageOnly' } })
}
