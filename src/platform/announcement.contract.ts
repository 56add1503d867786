import * as v from 'valibot'
import { nameText } from '../kernel/name-text.contract'
import { Flag, flagOr } from '../kernel/body-values'
import { PageNumber, SearchParam } from '../kernel/request-parts'

/** High, medium, low. */
export const announcementPriorities = [1, 2, 3] as const
export type AnnouncementPriority = (typeof announcementPriorities)[number]
export const defaultPriority: AnnouncementPriority = 3

const Title = nameText(1, 150)
const Text = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(10_000, 'tooLong'))
const Priority = v.picklist(announcementPriorities, 'invalid')

/** POST /announcements. */
export const AnnouncementBody = v.object({
  title: Title,
  text: Text,
  priority: v.optional(Priority, defaultPriority),
  status: flagOr(true),
})
export type AnnouncementBody = v.InferOutput<typeof AnnouncementBody>

/** PUT /announcements/{id}: what is not given stays. */
export const UpdateAnnouncementBody = v.object({
  title: v.optional(Title),
  text: v.optional(Text),
  priority: v.optional(Priority),
  status: v.optional(Flag),
})
export type UpdateAnnouncementBody = v.InferOutput<typeof UpdateAnnouncementBody>

/** GET /announcements. `all`, which only a super user is answered, lists the inactive ones, too. */
export const ListAnnouncementsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  show: v.optional(v.picklist(['active', 'all'], 'invalid'), 'active'),
})
export type ListAnnouncementsQuery = v.InferOutput<typeof ListAnnouncementsQuery>

/** POST /announcements/{id}/media-upload. */
export const AnnouncementMediaBody = v.object({ file: v.file('required'), typeArch: v.optional(v.unknown()) })

export interface AnnouncementView {
  id: number
  title: string
  text: string
  priority: AnnouncementPriority
  /** True is active. */
  status: boolean
  /** The address the picture is fetched from; null without one. */
  mediaPath: string | null
  mediaName: string | null
  createdAt: string
  updatedAt: string
}

export interface AnnouncementPage {
  records: AnnouncementView[]
  hasMore: boolean
  count: number
  /** Active ones that were published since this person last looked. */
  unseen: number
}

/** `company-announcement`. What is not active any more is gone for its readers. */
export type AnnouncementEvent =
  | { action: 'create' | 'update'; record: AnnouncementView }
  | { action: 'delete'; id: number }
  /** To the windows of one person: nothing is new to them any more. */
  | { action: 'seen' }
