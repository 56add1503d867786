import * as v from 'valibot'
import type { AnnouncementView } from '../../src/platform/announcement/announcement.record'
import { AnnouncementBody, announcementPictureBytesMax } from '../../src/platform/announcement/announcement.contract'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

export const pictureTypes = ['image/png', 'image/jpeg']

const Picture = v.pipe(
  v.instance(File),
  v.check(({ type }) => pictureTypes.includes(type), 'imageOnly'),
  v.maxSize(announcementPictureBytesMax, 'tooLarge'),
)

export const AnnouncementForm = v.object({
  ...v.required(AnnouncementBody).entries,
  picture: v.nullable(Picture),
  /** Whether the stored picture stays. */
  keepsPicture: v.boolean(),
})
export type AnnouncementValues = v.InferInput<typeof AnnouncementForm>

/** Published with its picture, not before. @param known also the one just created before a refused picture @throws ApiError */
export async function saveAnnouncement(
  api: ApiClient,
  known: { current: AnnouncementView | undefined },
  { picture, keepsPicture, ...body }: v.InferOutput<typeof AnnouncementForm>,
) {
  if (picture) known.current ??= await api.post('/announcements', { body: { ...body, status: false } })
  if (!known.current) return api.post('/announcements', { body })
  const params = { id: known.current.id }
  if (picture) await uploadPicture(api, params, picture)
  const { mediaPath } = await api.put('/announcements/:id', { params, body })
  if (mediaPath && !picture && !keepsPicture) await api.delete('/announcements/:id/media-upload', { params })
  return known.current
}

async function uploadPicture(api: ApiClient, params: { id: number }, picture: File) {
  try {
    await api.upload('/announcements/:id/media-upload', { params, form: pictureForm(picture) })
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    const { status, code, message, fields, body } = cause
    const { file, ...rest } = fields
    throw new ApiError(status, code, message, file ? { ...rest, picture: file } : rest, body)
  }
}

function pictureForm(picture: File) {
  const form = new FormData()
  form.set('typeArch', 'announcements')
  form.set('file', picture)
  return form
}
