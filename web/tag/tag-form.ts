import * as v from 'valibot'
import type { TagView } from '../../src/tag/tag.record'
import { TagBody } from '../../src/tag/tag.contract'
import { swatchColours } from '../ui/colour/colour'
import { keysOf } from '../../src/kernel/typed-object.contract'

const { entries } = TagBody

const Fields = v.object({
  name: entries.name,
  color: entries.color.wrapped,
  kanban: v.boolean(),
  timeLane: entries.timeLane.wrapped,
  nextLaneId: entries.nextLaneId.wrapped,
  rollbackLaneId: entries.rollbackLaneId.wrapped,
  greetingMessageLane: entries.greetingMessageLane.wrapped,
  daysForRemarketing: entries.daysForRemarketing.wrapped,
  hourRemarketing: entries.hourRemarketing.wrapped,
  messageRemarketing: entries.messageRemarketing.wrapped,
  whatsappIdRemarketing: entries.whatsappIdRemarketing.wrapped,
  tagIdAfterRemarketing: entries.tagIdAfterRemarketing.wrapped,
})
export type TagValues = v.InferInput<typeof Fields>

const remarkets = ({ kanban, daysForRemarketing }: { kanban: boolean; daysForRemarketing: number }) =>
  kanban && daysForRemarketing > 0

export const TagForm = v.pipe(
  Fields,
  v.forward(
    v.check((tag) => !tag.kanban || tag.timeLane === 0 || tag.nextLaneId !== null, 'nextLaneRequired'),
    ['nextLaneId'],
  ),
  v.forward(
    v.check((tag) => !remarkets(tag) || tag.hourRemarketing !== '', 'required'),
    ['hourRemarketing'],
  ),
  v.forward(
    v.check((tag) => !remarkets(tag) || tag.messageRemarketing.trim() !== '', 'required'),
    ['messageRemarketing'],
  ),
)

/** Fields of the first tab; all others are on the second. */
export const labelFields = ['name', 'color', 'kanban'] as const satisfies (keyof TagValues)[]
const fieldNames = keysOf(Fields.entries)
export const laneFields = fieldNames.filter((name) => !labelFields.some((other) => other === name))

export function valuesOfTag(tag: TagView | undefined, isLane: boolean): TagValues {
  if (tag) {
    const { name, timeLane, nextLaneId, rollbackLaneId, greetingMessageLane, daysForRemarketing } = tag
    const { hourRemarketing, messageRemarketing, whatsappIdRemarketing, tagIdAfterRemarketing } = tag
    return {
      name,
      color: tag.color.toUpperCase(),
      kanban: tag.kanban === 1,
      timeLane,
      nextLaneId,
      rollbackLaneId,
      greetingMessageLane,
      daysForRemarketing,
      hourRemarketing,
      messageRemarketing,
      whatsappIdRemarketing,
      tagIdAfterRemarketing,
    }
  }
  const color = swatchColours[Math.floor(Math.random() * swatchColours.length)] ?? swatchColours[0]
  return {
    name: '',
    color,
    kanban: isLane,
    timeLane: 0,
    nextLaneId: null,
    rollbackLaneId: null,
    greetingMessageLane: '',
    daysForRemarketing: 0,
    hourRemarketing: '',
    messageRemarketing: '',
    whatsappIdRemarketing: null,
    tagIdAfterRemarketing: null,
  }
}
