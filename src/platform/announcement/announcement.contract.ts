import * as v from 'valibot'
import { nameText } from '../../kernel/text/name-text.contract'
import { Flag, flagOr } from '../../kernel/http/body-values'
import { PageNumber, SearchParam } from '../../kernel/http/request-parts'

/** High, medium, low. */
export const announcementPriorities = [1, 2, 3] as const
export type AnnouncementPriority = (typeof announcementPriorities)[number]
export const defaultPriority: AnnouncementPriority = 3

const Title = nameText(1, 150)
const Text = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(10_000, 'tooLong'))
const Priority = v.picklist(announcementPriorities, 'invalid')

export const AnnouncementBody = v.object({
  title: Title,
  text: Text,
  priority: v.optional(Priority, defaultPriority),
  status: flagOr(true),
})
export type AnnouncementBody = v.InferOutput<typeof AnnouncementBody>

export const UpdateAnnouncementBody = v.object({
  title: v.optional(Title),
  text: v.optional(Text),
  priority: v.optional(Priority),
  status: v.optional(Flag),
})
export type UpdateAnnouncementBody = v.InferOutput<typeof UpdateAnnouncementBody>

/** GET /announcements. `all`, for super users only, includes inactive ones. */
export const ListAnnouncementsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  show: v.optional(v.picklist(['active', 'all'], 'invalid'), 'active'),
})
export type ListAnnouncementsQuery = v.InferOutput<typeof ListAnnouncementsQuery>

export const announcementPictureBytesMax = 10 * 1024 * 1024

export const AnnouncementMediaBody = v.object({ file: v.file('required'), typeArch: v.optional(v.unknown()) })
