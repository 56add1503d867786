import type { ChatState } from '../channel/channel'
import type { TicketId } from '../kernel/ids'

const rememberedMax = 5000

interface Told {
  state: ChatState
  writingAtMs: number
}

/** Lets through who writes at most so often a ticket, and once that they stopped. */
export function createTypingThrottle(writingAtMostEachMs: number) {
  const told = new Map<TicketId, Told>()
  return function isWorthPublishing(ticketId: TicketId, state: ChatState, nowMs: number) {
    const last = told.get(ticketId) ?? { state: 'paused', writingAtMs: 0 }
    if (state === 'paused' && last.state === 'paused') return false
    if (state !== 'paused' && nowMs - last.writingAtMs < writingAtMostEachMs) return false
    if (told.size >= rememberedMax) told.clear()
    told.set(ticketId, { state, writingAtMs: state === 'paused' ? last.writingAtMs : nowMs })
    return true
  }
}
