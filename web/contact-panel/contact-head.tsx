import { AtSign, Ban, Copy, Mail, Pencil, Phone, ShieldCheck, Undo2, Wallet } from '../ui/icons'
import { type ReactNode, useState } from 'react'
import type { ContactView } from '../../src/contact/contact.answers'
import { useFormat, useTexts } from '../i18n/i18n'
import { copyText } from '../ui/text/copy-text'
import { Avatar, useBrokenImage } from '../ui/display/avatar'
import { Button, IconButton } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { useUi } from '../ui/context/ui-context'
import type { ContactRecord } from '../contact/contact-record'
import { useBlockContact } from '../contact/use-block-contact'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm, changedParts } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { contactBody, ContactFields, contactFormOf, contactValues } from '../contact/contact-fields'

interface PartProps {
  contact: ContactView
  drawer: ContactRecord
}

interface HeadProps extends PartProps {
  marks?: ReactNode
  children?: ReactNode
}

export function ContactHead({ contact, drawer, marks, children }: HeadProps) {
  const t = useTexts('contact').contact.drawer
  const [editing, setEditing] = useState(false)
  return (
    <section className="contact-head">
      <Photo contact={contact} />
      <h3 className="contact-name" dir="auto">
        {contact.name}
      </h3>
      {marks}
      <ContactLines contact={contact} />
      <div className="contact-buttons wrap-row gap-1">
        {children}
        <Button size="s" icon={Pencil} onClick={() => setEditing(true)}>
          {t.edit}
        </Button>
        <BlockButton contact={contact} drawer={drawer} />
      </div>
      {editing && <ContactEditDialog contact={contact} drawer={drawer} onClose={() => setEditing(false)} />}
    </section>
  )
}

function Photo({ contact: { name, urlPicture } }: Pick<PartProps, 'contact'>) {
  const t = useTexts('contact').contact.drawer
  const [enlarged, setEnlarged] = useState(false)
  const { broken, watch } = useBrokenImage(urlPicture)
  if (!urlPicture) return <Avatar name={name} size={88} />
  return (
    <>
      <button type="button" className="contact-photo" aria-label={t.openPhoto} onClick={() => setEnlarged(true)}>
        <Avatar name={name} src={urlPicture} size={88} />
      </button>
      {enlarged && (
        <Dialog open title={t.photo(name)} onClose={() => setEnlarged(false)}>
          {broken ? (
            <Avatar name={name} size={160} label={t.photo(name)} />
          ) : (
            <img className="contact-photo-large" src={urlPicture} alt={t.photo(name)} {...watch} />
          )}
        </Dialog>
      )}
    </>
  )
}

function ContactLines({
  contact: { number, username, email, isGroup, lgpdAcceptedAt, wallet },
}: Pick<PartProps, 'contact'>) {
  const texts = useTexts('contact')
  const t = texts.contact.drawer
  const format = useFormat()
  return (
    <>
      {!isGroup && (
        <p className="contact-line row">
          <Phone size={14} aria-hidden />
          <span data-tabular>{number ? format.phone(number) : t.noNumber}</span>
          {number && !isMasked(number) && <CopyButton text={number} label={t.copyNumber} done={t.copied} />}
        </p>
      )}
      {username && (
        <p className="contact-line row">
          <AtSign size={14} aria-hidden />
          <span className="truncate">{username}</span>
          <CopyButton text={username} label={t.copyUsername} done={t.usernameCopied} />
        </p>
      )}
      {email && (
        <p className="contact-line row">
          <Mail size={14} aria-hidden />
          {isMasked(email) ? (
            <span className="truncate">{email}</span>
          ) : (
            <a className="link truncate" href={`mailto:${email}`}>
              {email}
            </a>
          )}
          {!isMasked(email) && <CopyButton text={email} label={t.copyEmail} done={t.emailCopied} />}
        </p>
      )}
      {wallet && (
        <p className="contact-line row">
          <Wallet size={14} aria-hidden />
          <span className="truncate">{t.walletOf(wallet.name)}</span>
        </p>
      )}
      {lgpdAcceptedAt && (
        <p className="contact-line row">
          <ShieldCheck size={14} aria-hidden />
          {t.lgpd(format.date(lgpdAcceptedAt))}
        </p>
      )}
    </>
  )
}

/** A masked number can be neither dialled nor copied. */
const isMasked = (text: string) => text.includes('******')

function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const { toast } = useUi()
  const copy = () => void copyText(text).then(() => toast.success(done))
  return <IconButton icon={Copy} label={label} size="xs" onClick={copy} />
}

function BlockButton({ contact, drawer }: PartProps) {
  const t = useTexts('contact').contact.drawer
  const block = useBlockContact()
  const { active } = contact
  return (
    <Button size="s" variant="ghost" icon={active ? Ban : Undo2} onClick={() => block(contact, drawer.setActive)}>
      {active ? t.block : t.unblock}
    </Button>
  )
}

interface EditProps {
  contact: ContactView
  drawer: ContactRecord
  onClose: () => void
}

function ContactEditDialog({ contact: present, drawer, onClose }: EditProps) {
  useSignals()
  const t = useTexts('contact').contact.drawer
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
