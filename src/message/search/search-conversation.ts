import { and, desc, ne } from 'drizzle-orm'
import { maskText, mustMask } from '../../contact/number/mask-number'
import { inList } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { CompanyContext } from '../../kernel/company/company-context'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { TicketId } from '../../kernel/ids'
import { searchWords } from '../../kernel/text/search-words.contract'
import { type DeletedMessages, deletedMessagesOf, getTicket } from '../../ticket/ticket.queries'
import { listConversationTickets } from '../list/message-reach'
import type { ConversationHits } from '../message.answers'
import { messageTable } from '../message.tables'
import { isVisible } from './visible-message'

const hitsMax = 200
const charactersMax = 1_000_000

const newestMessages = statement((db, of: DeletedMessages & { tickets: readonly TicketId[] }) => {
  const { id, body, ticketId, createdAt } = messageTable
  return db
    .select({ id, body })
    .from(messageTable)
    .where(and(inList(ticketId, of.tickets), ne(body, ''), isVisible(of)))
    .orderBy(desc(createdAt), desc(id))
})

/** Every word, newest first. Hidden numbers are compared as the user sees them. @throws Refusal ERR_NO_TICKET_FOUND */
export function searchConversation(ctx: CompanyContext, ticketId: TicketId, text: string): ConversationHits {
  const tickets = listConversationTickets(ctx, getTicket(ctx, ticketId), [])
  const words = searchWords(text)
  const isMasked = mustMask(ctx)
  const holdsAll = (body: string) => {
    const folded = foldText(body)
    return words.every((word) => folded.includes(word))
  }
  const ids: number[] = []
  let characters = 0
  for (const { id, body } of newestMessages.iterate(ctx, { ...deletedMessagesOf(ctx), tickets })) {
    characters += body.length
    if (characters > charactersMax || ids.length === hitsMax) return { ids, isCut: true }
    if (holdsAll(body) && (!isMasked || holdsAll(maskText(ctx, body)))) ids.push(id)
  }
  return { ids, isCut: false }
}
