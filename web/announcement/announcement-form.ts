import * as v from 'valibot'
import type { AnnouncementView } from '../../src/platform/announcement/announcement.calls'
import {
  AnnouncementBody,
  announcementPictureBytesMax,
  announcementPriorities,
  defaultPriority,
} from '../../src/platform/announcement/announcement.contract'
import type { ApiClient } from '../api/api-client'

export const pictureTypes = ['image/png', 'image/jpeg']

const Picture = v.pipe(
  v.instance(File),
  v.check(({ type }) => pictureTypes.includes(type), 'imageOnly'),
  v.maxSize(announcementPictureBytesMax, 'tooLarge'),
)
const { title, text } = AnnouncementBody.entries

export const AnnouncementForm = v.object({
  title,
  text,
  priority: v.picklist(announcementPriorities),
  status: v.boolean(),
  picture: v.nullable(Picture),
  /** Whether the stored picture stays. */
  keepsPicture: v.boolean(),
})
export type AnnouncementValues = v.InferInput<typeof AnnouncementForm>

export function announcementValuesOf(announcement: AnnouncementView | undefined): AnnouncementValues {
  const { title = '', text = '', priority = defaultPriority, status = true } = announcement ?? {}
  return { title, text, priority, status, picture: null, keepsPicture: Boolean(announcement?.mediaPath) }
}

/**
 * Saves the text, then the picture. @param known the existing announcement; after a refused picture the one just
 * created, so that a retry does not create a second
 */
export async function saveAnnouncement(
  api: ApiClient,
  known: { current: AnnouncementView | undefined },
  { picture, keepsPicture, ...body }: v.InferOutput<typeof AnnouncementForm>,
) {
  const { current: before } = known
  const saved = before
    ? await api.put('/announcements/:id', { params: { id: before.id }, body })
    : await api.post('/announcements', { body })
  known.current = saved
  const params = { id: saved.id }
  if (picture) await api.upload('/announcements/:id/media-upload', { params, form: pictureForm(picture) })
  else if (saved.mediaPath && !keepsPicture) await api.delete('/announcements/:id/media-upload', { params })
}

function pictureForm(picture: File) {
  const form = new FormData()
  form.set('typeArch', 'announcements')
  form.set('file', picture)
  return form
}
