import { useState } from 'react'
import type { ContactView } from '../../src/contact/contact.answers'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { changedParts } from '../ui/changed-parts'
import { contactBody, ContactFields, contactFormOf, contactValues } from './contact-fields'

interface ContactDialogProps {
  /** Undefined to add one. */
  contact: ContactView | undefined
  /** Of a contact to add. */
  name?: string
  close: () => void
}

/** Adds or edits a contact, with the further fields that the company wants to know. */
export function ContactDialog({ contact: present, name, close }: ContactDialogProps) {
  const t = useTexts('contact').contact
  const { api } = useApp()
  // As it was opened: what colleagues change meanwhile is told live.
  const [contact] = useState(present)
  const initial = { ...contactValues(contact), ...(name !== undefined && { name }) }
  return (
    <RecordDialog
      record={contact}
      texts={t}
      schema={contactFormOf(contact)}
      initial={initial}
      save={(values) => {
        const body = contactBody(values)
        if (!contact) return api.post('/contacts', { body })
        return api.put('/contacts/:id', {
          params: { id: contact.id },
          body: changedParts(body, { ...contact, ...initial }),
        })
      }}
      close={close}
    >
      {(form) => <ContactFields form={form} contact={contact} />}
    </RecordDialog>
  )
}
