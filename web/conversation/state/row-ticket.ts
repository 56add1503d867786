import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { TicketView } from '../../../src/ticket/ticket.answers'

export type RowTicket = Pick<TicketView, 'status' | 'channel' | 'isGroup' | 'userId' | 'queueId' | 'contact'>

/** Another object only when a row depends on the change: the ticket itself changes with each message. */
export function createRowTicket(ticket: ReadonlySignal<TicketView>): ReadonlySignal<RowTicket> {
  let known: RowTicket | undefined
  return computed(() => {
    const next = ticket.value
    return (known = known && isSame(known, next) ? known : next)
  })
}

function isSame(a: RowTicket, b: RowTicket) {
  return (
    a.status === b.status &&
    a.channel === b.channel &&
    a.isGroup === b.isGroup &&
    a.userId === b.userId &&
    a.queueId === b.queueId &&
    a.contact.name === b.contact.name &&
    a.contact.urlPicture === b.contact.urlPicture
  )
}
