import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { ContactView } from '../../src/contact/contact.answers'
import { useTexts } from '../i18n/i18n'
import { changedParts } from '../ui/form/changed-parts'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { useUi } from '../ui/context/ui-context'
import type { ContactRecord } from './contact-record'
import { contactBody, ContactFields, contactFormOf, contactValues } from './contact-fields'

interface EditProps {
  contact: ContactView
  drawer: ContactRecord
  onClose: () => void
}

export function ContactEditDialog({ contact: present, drawer, onClose }: EditProps) {
  useSignals()
  const t = useTexts().conversation.drawer
  const { toast } = useUi()
  // As opened: colleagues' changes arrive live.
  const [contact] = useState(present)
  const form = useForm({
    schema: contactFormOf(contact),
    initial: contactValues(contact),
    save: (values) => drawer.save(changedParts(contactBody(values), { ...contact, ...contactValues(contact) })),
  })

  function saved() {
    toast.success(t.saved)
    onClose()
  }

  return (
    <FormDialog title={t.edit} form={form} close={onClose} onSaved={saved}>
      <ContactFields form={form} contact={contact} />
    </FormDialog>
  )
}
