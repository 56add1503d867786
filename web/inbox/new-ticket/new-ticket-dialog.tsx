import { useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { NewTicketContact } from './new-ticket-contact'
import { NewTicketForm } from './new-ticket-form'
import type { TicketContactPick } from './ticket-contact'

interface NewTicketDialogProps {
  contact: TicketContactPick | null
  /** The connection, if known already. */
  connectionId?: number | undefined
  onClose: () => void
}

export function NewTicketDialog({ contact: known, connectionId, onClose }: NewTicketDialogProps) {
  const t = useTexts().ticket.create
  /** The text typed for a new contact. */
  const [creating, setCreating] = useState<string | undefined>(undefined)
  const [contact, setContact] = useState(known)
  if (creating !== undefined) {
    return (
      <Dialog open title={t.newContact} description={t.newContactText} onClose={onClose}>
        <NewTicketContact
          typed={creating}
          onBack={() => setCreating(undefined)}
          onSaved={(saved) => {
            setContact(saved)
            setCreating(undefined)
          }}
        />
      </Dialog>
    )
  }
  return (
    <Dialog open title={t.title} onClose={onClose}>
      <NewTicketForm
        contact={contact}
        connectionId={connectionId}
        onContact={setContact}
        onCreate={setCreating}
        onClose={onClose}
      />
    </Dialog>
  )
}
