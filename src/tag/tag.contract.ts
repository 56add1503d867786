import * as v from 'valibot'
import { nameText } from '../kernel/text/name-text.contract'
import { TimeOfDay } from '../kernel/time/time-of-day.contract'
import { flagOr, Id, IdOrNone, orInitial, orMissing, textOrNone, wholeNumber } from '../kernel/http/body-values'
import { CompanyIdText, IdText, listUpTo, PageNumber, SearchParam } from '../kernel/http/request-parts'
import { HexColour } from '../queue/queue.contract'

const Text = v.optional(textOrNone(4096), '')
const Whole = v.optional(wholeNumber(0, 10_000), 0)

const KanbanText = v.pipe(
  v.picklist(['0', '1', 'true', 'false']),
  v.transform((given) => given === '1' || given === 'true'),
)

const RemarketingHour = v.pipe(
  v.string(),
  v.check((text) => text === '' || v.is(TimeOfDay, text), 'remarketingHour'),
)

export const TagBody = v.object({
  name: nameText(3, 100, 'tagTooShort'),
  color: v.optional(orMissing(HexColour)),
  kanban: flagOr(false),
  timeLane: Whole,
  nextLaneId: v.optional(IdOrNone, null),
  rollbackLaneId: v.optional(IdOrNone, null),
  greetingMessageLane: Text,
  daysForRemarketing: Whole,
  hourRemarketing: orInitial(RemarketingHour, ''),
  messageRemarketing: Text,
  whatsappIdRemarketing: v.optional(IdOrNone, null),
  tagIdAfterRemarketing: v.optional(IdOrNone, null),
})
export type TagBody = v.InferOutput<typeof TagBody>

export const UpdateTagBody = v.partial(TagBody)
export type UpdateTagBody = v.InferOutput<typeof UpdateTagBody>

export const ListTagsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  kanban: v.optional(KanbanText),
  tagId: v.optional(IdText),
  companyId: CompanyIdText,
})
export type ListTagsQuery = v.InferOutput<typeof ListTagsQuery>

export const TagListQuery = v.object({
  kanban: v.optional(KanbanText),
  searchParam: SearchParam,
  companyId: CompanyIdText,
})

/** Lanes from the left; others follow. */
export const LaneOrderBody = v.object({ tagIds: listUpTo(Id, 1000, 'tooLong') })

export const SyncTagsBody = v.object({
  contactId: Id,
  tags: listUpTo(
    v.union([
      Id,
      v.pipe(
        v.object({ id: Id }),
        v.transform(({ id }) => id),
      ),
    ]),
    200,
    'tooLong',
  ),
  contactNumber: v.optional(v.nullable(v.string())),
})
