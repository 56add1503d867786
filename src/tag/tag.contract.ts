import * as v from 'valibot'
import { CompanyIdText, IdNumber, IdText, PageNumber, SearchParam } from '../kernel/request-parts'
import { HexColour } from '../queue/queue.contract'

const Text = v.pipe(v.string(), v.maxLength(4096, 'tooLong'))
const Whole = v.pipe(v.number(), v.integer('integer'), v.minValue(0, 'tooSmall'), v.maxValue(10_000, 'tooLarge'))

/** 1 is a lane of the kanban board. */
const Kanban = v.pipe(
  v.union([v.picklist([0, 1]), v.boolean()]),
  v.transform((given) => Boolean(given)),
)
const KanbanText = v.pipe(
  v.picklist(['0', '1', 'true', 'false']),
  v.transform((given) => given === '1' || given === 'true'),
)

/** `HH:MM`, or empty for none. */
export const RemarketingHour = v.pipe(
  v.string(),
  v.maxLength(5, 'time'),
  v.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'time'),
)

/** POST /tags. Without a colour it gets one at random. */
export const TagBody = v.object({
  name: v.pipe(v.string('required'), v.trim(), v.minLength(3, 'tooShort'), v.maxLength(100, 'tooLong')),
  color: v.optional(HexColour),
  kanban: v.optional(Kanban, false),
  /** Hours. */
  timeLane: v.optional(v.nullable(Whole, 0), 0),
  nextLaneId: v.optional(v.nullable(IdNumber), null),
  rollbackLaneId: v.optional(v.nullable(IdNumber), null),
  greetingMessageLane: v.optional(Text, ''),
  daysForRemarketing: v.optional(v.nullable(Whole, 0), 0),
  hourRemarketing: v.optional(RemarketingHour, ''),
  messageRemarketing: v.optional(Text, ''),
  whatsappIdRemarketing: v.optional(v.nullable(IdNumber), null),
  tagIdAfterRemarketing: v.optional(v.nullable(IdNumber), null),
})
export type TagBody = v.InferOutput<typeof TagBody>

/** PUT /tags/{id}: what is not given stays. */
export const UpdateTagBody = v.partial(TagBody)
export type UpdateTagBody = v.InferOutput<typeof UpdateTagBody>

/** GET /tags/ */
export const ListTagsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  kanban: v.optional(KanbanText),
  tagId: v.optional(IdText),
  companyId: CompanyIdText,
})
export type ListTagsQuery = v.InferOutput<typeof ListTagsQuery>

/** GET /tags/list. */
export const TagListQuery = v.object({
  kanban: v.optional(KanbanText),
  searchParam: SearchParam,
  companyId: CompanyIdText,
})

/** POST /tags/sync: the contact's plain tags from now on, as ids or as records. */
export const SyncTagsBody = v.object({
  contactId: IdNumber,
  tags: v.pipe(
    v.array(
      v.union([
        IdNumber,
        v.pipe(
          v.object({ id: IdNumber }),
          v.transform(({ id }) => id),
        ),
      ]),
    ),
    v.maxLength(200, 'tooLong'),
  ),
  contactNumber: v.optional(v.nullable(v.string())),
})

/** A tag on the wire. */
export interface TagView {
  id: number
  name: string
  color: string
  kanban: 0 | 1
  userId: number | null
  timeLane: number
  nextLaneId: number | null
  rollbackLaneId: number | null
  greetingMessageLane: string
  daysForRemarketing: number
  hourRemarketing: string
  messageRemarketing: string
  whatsappIdRemarketing: number | null
  tagIdAfterRemarketing: number | null
  contactsCount: number
  ticketsCount: number
  createdAt: string
  updatedAt: string
}
