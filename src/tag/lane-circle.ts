import type { TagId } from '../kernel/ids'
import type { Tag } from './tag.queries'

type Lane = Pick<Tag, 'id' | 'timeLane' | 'nextLaneId' | 'greetingMessageLane' | 'daysForRemarketing'> &
  Pick<Tag, 'tagIdAfterRemarketing'>

interface Step {
  field: 'nextLaneId' | 'tagIdAfterRemarketing'
  to: Lane
  sends: boolean
}

/**
 * Returns the field of the lane by which its tickets come back to it without anybody's doing, so that the contact gets the
 * same messages for ever. Circles that send nothing are harmless.
 */
export function findEndlessStep(lanes: readonly Lane[], start: Lane): Step['field'] | undefined {
  const byId = new Map(lanes.map((lane) => [lane.id, lane]))
  return stepsFrom(start, byId).find((step) => comesBack(step, start.id, byId))?.field
}

function comesBack(first: Step, startId: TagId, byId: ReadonlyMap<TagId, Lane>) {
  const seen = new Set<string>()
  const steps = [first]
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { to, sends } = step
    if (to.id === startId && sends) return true
    const key = `${to.id} ${sends}`
    if (to.id === startId || seen.has(key)) continue
    seen.add(key)
    steps.push(...stepsFrom(to, byId).map((next) => ({ ...next, sends: sends || next.sends })))
  }
  return false
}

/** How tickets leave the lane by themselves: after its time with the greeting of the next, or after the remarketing message. */
function stepsFrom(lane: Lane, byId: ReadonlyMap<TagId, Lane>): Step[] {
  const next = lane.timeLane > 0 ? byId.get(lane.nextLaneId ?? 0) : undefined
  const after = lane.daysForRemarketing > 0 ? byId.get(lane.tagIdAfterRemarketing ?? 0) : undefined
  return [
    ...(next ? [{ field: 'nextLaneId' as const, to: next, sends: next.greetingMessageLane.trim() !== '' }] : []),
    ...(after && after.id !== lane.id ? [{ field: 'tagIdAfterRemarketing' as const, to: after, sends: true }] : []),
  ]
}
