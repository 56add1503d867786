import { useState } from 'react'
import type { ContactView } from '../../src/contact/contact.answers'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { changedParts } from '../ui/form/form'
import { contactBody, ContactFields, contactFormOf, contactValues } from './contact-fields'

interface ContactDialogProps {
  contact: ContactView | undefined
  name?: string
  close: () => void
}

export function ContactDialog({ contact: present, name, close }: ContactDialogProps) {
  const t = useTexts('contact').contact
  const { api } = useApp()
  // As opened: colleagues' changes arrive live.
  const [contact] = useState(present)
  const initial = { ...contactValues(contact), ...(name !== undefined && { name }) }
  return (
    <RecordDialog
      record={contact}
      texts={t}
      schema={contactFormOf(contact)}
      initial={initial}
      address={links.contact}
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
