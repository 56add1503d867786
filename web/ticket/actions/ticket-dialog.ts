import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { ChangeRequest } from '../change-ticket'

/** A dialog that changes a ticket, of the open conversation or of a row of the list. */
export interface TicketDialogProps {
  ticket: TicketView
  /** Resolves to whether it succeeded. */
  change: (request: ChangeRequest) => Promise<boolean>
  onClose: () => void
}
