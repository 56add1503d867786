import * as v from 'valibot'
import { TagBody } from '../../src/tag/tag.contract'
import { swatchColours } from '../ui/colour/colour'
import { keysOf } from '../../src/kernel/typed-object.contract'

const Fields = v.object({
  ...v.required(TagBody).entries,
  color: TagBody.entries.color.wrapped,
  kanban: v.boolean(),
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

export const randomColor = () => swatchColours[Math.floor(Math.random() * swatchColours.length)] ?? swatchColours[0]
