import { minuteMs, hourMs } from '../../../src/kernel/time/durations.contract'
import type { ShownMessage } from '../../message/shown-message'

export type ConversationRow =
  | { kind: 'message'; key: string; message: ShownMessage; first: boolean; last: boolean }
  | { kind: 'ticket'; key: string; ticket: ShownMessage['ticket'] }
  | { kind: 'unread'; key: string; count: number }

/** The rows of a few hours, removed from the document together when far outside the visible part. */
interface RowBlock {
  key: string
  rows: ConversationRow[]
}

export interface DaySection {
  key: string
  at: string
  blocks: RowBlock[]
}

interface RowOptions {
  dayOf: (moment: string) => string
  /** The open ticket. Messages of others follow a separator. */
  ticketId: number
  firstUnreadId: number | undefined
  unreadCount: number
}

const groupMs = 5 * minuteMs
/** Fixed clock times, so that a page added above never changes the blocks below. */
const blockMs = 3 * hourMs

export function buildSections(messages: readonly ShownMessage[], options: RowOptions): DaySection[] {
  const sections: DaySection[] = []
  let previous: ShownMessage | undefined
  for (const message of messages) {
    const day = sections.length
    const block = blockFor(sections, message, options.dayOf)
    const separated = pushSeparators(block, message, previous, options) || sections.length > day
    const before = separated ? undefined : previous
    const joined = before !== undefined && belongTogether(before, message)
    if (joined) endLast(sections, before.key)
    block.rows.push({ kind: 'message', key: message.key, message, first: !joined, last: true })
    previous = message
  }
  return sections
}

function blockFor(sections: DaySection[], { createdAt }: ShownMessage, dayOf: RowOptions['dayOf']): RowBlock {
  const day = dayOf(createdAt)
  let section = sections.at(-1)
  if (section?.key !== day) sections.push((section = { key: day, at: createdAt, blocks: [] }))
  const key = `${day} ${Math.floor(Date.parse(createdAt) / blockMs)}`
  let block = section.blocks.at(-1)
  if (block?.key !== key) section.blocks.push((block = { key, rows: [] }))
  return block
}

function pushSeparators(
  block: RowBlock,
  message: ShownMessage,
  previous: ShownMessage | undefined,
  options: RowOptions,
) {
  const before = block.rows.length
  const { ticket, ticketId, id, key } = message
  const otherTicket = previous ? previous.ticketId !== ticketId : ticketId !== options.ticketId
  if (otherTicket) block.rows.push({ kind: 'ticket', key: `ticket ${key}`, ticket })
  if (id !== 0 && id === options.firstUnreadId)
    block.rows.push({ kind: 'unread', key: 'unread', count: options.unreadCount })
  return block.rows.length > before
}

/** The previous message, possibly in the block before, does not end its group. */
function endLast(sections: DaySection[], key: string) {
  for (const block of sections.at(-1)?.blocks.slice(-2) ?? []) {
    const row = block.rows.at(-1)
    if (row?.kind === 'message' && row.key === key) row.last = false
  }
}

function belongTogether(a: ShownMessage, b: ShownMessage) {
  return (
    authorOf(a) === authorOf(b) &&
    a.isPrivate === b.isPrivate &&
    a.mediaType !== 'call_log' &&
    b.mediaType !== 'call_log' &&
    Date.parse(b.createdAt) - Date.parse(a.createdAt) < groupMs
  )
}

function authorOf({ fromMe, user, contact }: ShownMessage) {
  return fromMe ? `us ${user?.id ?? 'automatic'}` : `them ${contact?.id ?? ''}`
}
