import type { ChatState } from '../../channel/channel'
import type { TicketId } from '../../kernel/ids'

const rememberedMax = 5000

interface PublishedState {
  state: ChatState
  writingAtMs: number
}

/** Per ticket. The end is passed on once. */
export function createTypingThrottle(writingAtMostEachMs: number) {
  const published = new Map<TicketId, PublishedState>()
  return function isWorthPublishing(ticketId: TicketId, state: ChatState, nowMs: number) {
    const last = published.get(ticketId) ?? { state: 'paused', writingAtMs: 0 }
    if (state === 'paused' && last.state === 'paused') return false
    if (state !== 'paused' && nowMs - last.writingAtMs < writingAtMostEachMs) return false
    if (published.size >= rememberedMax) published.clear()
    published.set(ticketId, { state, writingAtMs: state === 'paused' ? last.writingAtMs : nowMs })
    return true
  }
}
