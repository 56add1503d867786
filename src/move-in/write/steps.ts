import { connectionMoveIn } from '../../connection/connection.move-in'
import { contactMoveIn } from '../../contact/contact.move-in'
import type { MoveInStep } from '../../kernel/move-in/move-in-step'
import { messageMoveIn } from '../../message/message.move-in'
import { queueMoveIn } from '../../queue/queue.move-in'
import { ticketMoveIn } from '../../ticket/ticket.move-in'
import { userMoveIn } from '../../user/user.move-in'

/** A row comes after those that it refers to, except what a step leaves for later. */
export const moveInSteps: readonly MoveInStep[] = [
  queueMoveIn.queues,
  userMoveIn.users,
  userMoveIn.userQueues,
  queueMoveIn.chatbots,
  queueMoveIn.queueOptions,
  connectionMoveIn.connections,
  connectionMoveIn.connectionQueues,
  contactMoveIn.contacts,
  contactMoveIn.customFields,
  contactMoveIn.lidMaps,
  contactMoveIn.wallets,
  ticketMoveIn.tickets,
  ticketMoveIn.tracking,
  ticketMoveIn.ratings,
  ticketMoveIn.notes,
  ticketMoveIn.log,
  messageMoveIn.messages,
  messageMoveIn.oldMessages,
]

/** Of the catalog; see `insert-company.ts`. */
const catalogTables = ['Companies', 'Plans', 'Invoices', 'Subscriptions']

export const takenTables: ReadonlySet<string> = new Set([...catalogTables, ...moveInSteps.map(({ table }) => table)])
