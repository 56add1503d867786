import { AcceptDialog } from '../ticket/actions/accept-dialog'
import { AlreadyAssignedDialog } from '../ticket/actions/already-assigned-dialog'
import { SnoozeDialog } from '../ticket/actions/snooze-dialog'
import { TransferDialog } from '../ticket/actions/transfer-dialog'
import { BulkAcceptDialog, BulkTagDialog, BulkTransferDialog, RefusedDialog } from './selection/bulk-dialogs'
import { useInbox, type InboxDialog } from './state/inbox-context'
import { NewTicketDialog } from './new-ticket/new-ticket-dialog'
import { useRowChange } from './row/use-row-change'

/** Renders the dialogs of the conversation's header, opened from a row, and the new-ticket dialog. */
export function OpenInboxDialog({ dialog: open }: { dialog: InboxDialog }) {
  const { dialog } = useInbox()
  const { change } = useRowChange()
  const close = () => (dialog.value = undefined)
  switch (open.kind) {
    case 'new':
      return <NewTicketDialog contact={open.contact ?? null} connectionId={open.connectionId} onClose={close} />
    case 'accept':
      return <AcceptDialog ticket={open.ticket} change={(request) => change(open.ticket, request)} onClose={close} />
    case 'transfer':
      return (
        <TransferDialog
          ticket={open.ticket}
          change={(request) => change(open.ticket, request)}
          reopening={open.reopening}
          onClose={close}
        />
      )
    case 'snooze':
      return <SnoozeDialog ticket={open.ticket} onClose={close} />
    case 'bulk-accept':
      return <BulkAcceptDialog ids={open.ids} onClose={close} />
    case 'bulk-transfer':
      return <BulkTransferDialog ids={open.ids} onClose={close} />
    case 'bulk-tag':
      return <BulkTagDialog ids={open.ids} onClose={close} />
    case 'bulk-refused':
      return <RefusedDialog refused={open.refused} count={open.count} onClose={close} />
    case 'alreadyAssigned':
      return <AlreadyAssignedDialog ticket={open} onClose={close} />
  }
}
