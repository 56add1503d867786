import { useSignals } from '@preact/signals-react/runtime'
import { Ban, Copy, Mail, Pencil, Phone, ShieldCheck, Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApp, useUser } from '../app-context'
import type { ContactView } from '../../src/contact/contact.contract'
import { errorText } from '../i18n/error-text'
import { useFormat, useTexts } from '../i18n/i18n'
import { WithTexts } from '../i18n/with-texts'
import { useConversation } from '../message/conversation-context'
import { copyText } from '../message/message-actions'
import { useWide } from '../message/use-wide'
import { Avatar } from '../ui/avatar'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { ErrorState } from '../ui/error-state'
import { IconButton } from '../ui/icon-button'
import { SkeletonRows } from '../ui/skeleton'
import { Switch } from '../ui/switch'
import { useUi } from '../ui/ui-context'
import { type ContactDrawerModel, createContactDrawer } from './contact-drawer-model'
import { ContactDrawerIdentity } from './contact-drawer-identity'
import { ContactDrawerLane } from './contact-drawer-lane'
import { ContactDrawerNotes } from './contact-drawer-notes'
import { ContactDrawerSchedules } from './contact-drawer-schedules'
import { ContactDrawerTags } from './contact-drawer-tags'
import { ContactEditDialog } from './contact-edit-dialog'

/** Who one talks to: a column beside the conversation, a sheet over it on a phone. */
export function ContactDrawer() {
  const { model, view } = useConversation()
  const t = useTexts().conversation.drawer
  const wide = useWide()
  useSignals()
  const { contactId, id } = model.ticket.value
  const close = () => (view.drawerOpen.value = false)
  const content = (
    <WithTexts areas={['contactDrawer']}>
      <DrawerContent key={`${contactId} ${id}`} contactId={contactId} ticketId={id} />
    </WithTexts>
  )
  if (!wide) {
    return (
      <Dialog open title={t.title} onClose={close}>
        {content}
      </Dialog>
    )
  }
  return (
    <aside className="contact-drawer" aria-label={t.title}>
      <header className="contact-drawer-header">
        <h2>{t.title}</h2>
        <IconButton icon={X} label={t.close} size="s" onClick={close} />
      </header>
      <div className="contact-drawer-body">{content}</div>
    </aside>
  )
}

function DrawerContent({ contactId, ticketId }: { contactId: number; ticketId: number }) {
  useSignals()
  const { api, live } = useApp()
  const { companyId, plan } = useUser()
  const [drawer] = useState(() => createContactDrawer(api, contactId, ticketId))
  useEffect(() => void drawer.load(), [drawer])
  useEffect(() => drawer.follow(live, companyId), [drawer, live, companyId])
  const contact = drawer.contact.value
  if (drawer.failed.value !== undefined && !contact) {
    return <ErrorState compact error={drawer.failed.value} onRetry={() => void drawer.load()} />
  }
  if (!contact) return <SkeletonRows count={5} />
  return (
    <>
      <ContactHead contact={contact} drawer={drawer} />
      <ContactDrawerIdentity contact={contact} />
      <ContactDrawerTags drawer={drawer} />
      {plan.useKanban && <ContactDrawerLane drawer={drawer} />}
      <ContactDrawerNotes drawer={drawer} />
      {plan.useSchedules && <ContactDrawerSchedules contact={contact} />}
      <ExtraInfo contact={contact} />
      {!contact.isGroup && <Preferences contact={contact} drawer={drawer} />}
    </>
  )
}

interface PartProps {
  contact: ContactView
  drawer: ContactDrawerModel
}

function ContactHead({ contact, drawer }: PartProps) {
  const texts = useTexts('contactDrawer')
  const t = texts.conversation.drawer
  const more = texts.contactDrawer
  const format = useFormat()
  const { toast } = useUi()
  const [editing, setEditing] = useState(false)
  const [enlarged, setEnlarged] = useState(false)
  const { name, number, email, urlPicture, isGroup, lgpdAcceptedAt } = contact
  return (
    <section className="contact-head">
      {urlPicture ? (
        <button type="button" className="contact-photo" aria-label={t.openPhoto} onClick={() => setEnlarged(true)}>
          <Avatar name={name} src={urlPicture} size={88} />
        </button>
      ) : (
        <Avatar name={name} size={88} />
      )}
      <h3 className="contact-name" dir="auto">
        {name}
      </h3>
      {!isGroup && (
        <p className="contact-line">
          <Phone size={14} aria-hidden />
          <span data-tabular>{number ? format.phone(number) : t.noNumber}</span>
          {number && !number.includes('*') && (
            <IconButton
              icon={Copy}
              label={t.copyNumber}
              size="xs"
              onClick={() => void copyText(number).then(() => toast.success(t.copied))}
            />
          )}
        </p>
      )}
      {email && (
        <p className="contact-line">
          <Mail size={14} aria-hidden />
          <a className="link truncate" href={`mailto:${email}`}>
            {email}
          </a>
          <IconButton
            icon={Copy}
            label={more.copyEmail}
            size="xs"
            onClick={() => void copyText(email).then(() => toast.success(more.emailCopied))}
          />
        </p>
      )}
      {lgpdAcceptedAt && (
        <p className="contact-line">
          <ShieldCheck size={14} aria-hidden />
          {t.lgpd(format.date(lgpdAcceptedAt))}
        </p>
      )}
      <div className="contact-buttons">
        <Button size="s" icon={Pencil} onClick={() => setEditing(true)}>
          {t.edit}
        </Button>
        <BlockButton contact={contact} drawer={drawer} />
      </div>
      {editing && <ContactEditDialog contact={contact} drawer={drawer} onClose={() => setEditing(false)} />}
      {enlarged && (
        <Dialog open title={t.photo(name)} onClose={() => setEnlarged(false)}>
          <img className="contact-photo-large" src={urlPicture} alt={t.photo(name)} />
        </Dialog>
      )}
    </section>
  )
}

function BlockButton({ contact: { name, active }, drawer }: PartProps) {
  const texts = useTexts()
  const t = texts.conversation.drawer
  const { toast, confirm } = useUi()

  async function turn() {
    const question = { title: t.blockTitle(name), text: t.blockText, action: t.block, danger: true }
    if (active && !(await confirm(question))) return
    try {
      await drawer.setActive(!active)
      toast.success(active ? t.blocked : t.unblocked)
    } catch (cause) {
      toast.error(errorText(texts, cause))
    }
  }

  return (
    <Button size="s" variant="ghost" icon={active ? Ban : Undo2} onClick={() => void turn()}>
      {active ? t.block : t.unblock}
    </Button>
  )
}

function ExtraInfo({ contact: { extraInfo } }: Pick<PartProps, 'contact'>) {
  const t = useTexts().conversation.drawer
  if (extraInfo.length === 0) return null
  return (
    <section className="contact-part">
      <h4>{t.extraInfo}</h4>
      <dl className="contact-extra">
        {extraInfo.map(({ id, name, value }) => (
          <div key={id}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Preferences({ contact, drawer }: PartProps) {
  const texts = useTexts()
  const t = texts.conversation.drawer
  const { toast } = useUi()
  const turn = (name: 'acceptAudioMessage' | 'disableBot') => (value: boolean) =>
    void drawer.toggle(name, value).catch((cause: unknown) => toast.error(errorText(texts, cause)))
  return (
    <section className="contact-part">
      <h4>{t.options}</h4>
      <Switch label={t.acceptAudio} checked={contact.acceptAudioMessage} onCheckedChange={turn('acceptAudioMessage')} />
      <Switch label={t.disableBot} checked={contact.disableBot} onCheckedChange={turn('disableBot')} />
    </section>
  )
}
