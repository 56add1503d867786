import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { cutText } from '../../ui/text/cut-text'
import type { TicketDialogProps } from './accept-dialog'
import { TransferQuestion, type TransferTarget } from './transfer-question'

interface TransferProps extends TicketDialogProps {
  /** A closed ticket without a queue is reopened this way, for the user. */
  reopening: boolean
}

export function TransferDialog({ ticket, change, reopening, onClose }: TransferProps) {
  const texts = useTexts('ticketDialog')
  const { done, actions } = texts.conversation
  const t = texts.ticketDialog.transfer
  const me = useUser()

  function transfer({ userId, queueId, message }: TransferTarget) {
    const { isGroup } = ticket
    const attended = isGroup ? ('group' as const) : ('open' as const)
    const status = userId === null ? ('pending' as const) : attended
    return change({
      body: { status, userId, queueId, msgTransfer: message || null, isTransfered: true, canUndo: true },
      takes: reopening && userId === me.id,
      done: reopening ? done.reopen : done.transfer,
    })
  }

  return (
    <TransferQuestion
      title={reopening ? actions.reopen : t.title}
      description={cutText(ticket.contact.name, 60)}
      action={reopening ? actions.reopen : t.send}
      queueId={ticket.queueId}
      userId={reopening ? me.id : null}
      hasMessage={!reopening}
      onSend={transfer}
      onClose={onClose}
    />
  )
}
