import * as v from 'valibot'
import { nameText } from '../../kernel/text/name-text.contract'
import { flagOr } from '../../kernel/http/body-values'
import { PageNumber, SearchParam } from '../../kernel/http/request-parts'

export const announcementPriorities = [1, 2, 3] as const
export type AnnouncementPriority = (typeof announcementPriorities)[number]
export const defaultPriority: AnnouncementPriority = 3

export const AnnouncementBody = v.object({
  title: nameText(1, 150),
  text: v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(10_000, 'tooLong')),
  priority: v.optional(v.picklist(announcementPriorities, 'invalid'), defaultPriority),
  status: flagOr(true),
})

/** `all`, for super users, includes inactive ones. */
export const ListAnnouncementsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  show: v.optional(v.picklist(['active', 'all'], 'invalid'), 'active'),
})

export const announcementPictureBytesMax = 10 * 1024 * 1024

export const AnnouncementMediaBody = v.object({ file: v.file('required'), typeArch: v.optional(v.unknown()) })
