import { useSignals } from '@preact/signals-react/runtime'
import { X } from '../../ui/icons'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useUser } from '../../app/app-context'
import type { ContactView } from '../../../src/contact/contact.answers'
import { SettingGateNote } from '../../setting-gate/setting-gate-note'
import { useTexts } from '../../i18n/i18n'
import { WithTexts } from '../../app/with-texts'
import { useConversation } from '../state/conversation-context'
import { useMedia } from '../../ui/layout/use-media'
import { Dialog } from '../../ui/dialog/dialog'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconButton } from '../../ui/button/icon-button'
import { focusPane, paneAttributes } from '../../ui/layout/pane-focus'
import { isFocusLost } from '../../ui/layout/focus-drawn'
import { SkeletonRows } from '../../ui/feedback/skeleton'
import { Switch } from '../../ui/field/switch'
import { type ContactDrawerModel, createContactDrawer } from '../../contact/contact-drawer-model'
import { ContactDrawerHead } from './contact-drawer-head'
import { ContactDrawerIdentity } from './contact-drawer-identity'
import { ContactDrawerLane } from './contact-drawer-lane'
import { ContactDrawerNotes } from './contact-drawer-notes'
import { ContactDrawerSchedules } from './contact-drawer-schedules'
import { ContactDrawerTags } from './contact-drawer-tags'
import { useAttempt } from '../../ui/form/use-attempt'
import { useLiveModel } from '../../app/use-live-model'

export function ContactDrawer() {
  useSignals()
  const { model, view } = useConversation()
  const t = useTexts().conversation.drawer
  // Below this width, hardly anything of the conversation would be left beside it.
  const isBeside = useMedia('(min-width: 1024px)', { onServer: true })
  const { contactId, id } = model.ticket.value
  const close = () => (view.drawerOpen.value = false)
  const pane = useDrawerFocus()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // It first closes an open list, or the dialog over the drawer.
    if (event.target instanceof Element && event.target.closest('dialog, [popover], [aria-expanded=true]')) return
    event.preventDefault()
    close()
  }

  const content = (
    <WithTexts areas={['contactDrawer']}>
      <DrawerContent key={`${contactId} ${id}`} contactId={contactId} ticketId={id} />
    </WithTexts>
  )
  if (!isBeside) {
    return (
      <Dialog open title={t.title} size="s" placement="drawer" onClose={close}>
        {content}
      </Dialog>
    )
  }
  return (
    <aside
      ref={pane}
      className="contact-drawer"
      aria-label={t.title}
      onKeyDown={onKeyDown}
      {...paneAttributes('.contact-drawer-body')}
    >
      <header className="contact-drawer-header">
        <h2>{t.title}</h2>
        <IconButton icon={X} label={t.close} size="s" onClick={close} />
      </header>
      <div className="contact-drawer-body" tabIndex={-1}>
        {content}
      </div>
    </aside>
  )
}

/**
 * The focus enters a drawer that a command opened, and returns when the drawer closes with the focus in it. A part that is
 * wanted takes the focus itself, once it is loaded.
 */
function useDrawerFocus() {
  const { view } = useConversation()
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    if (view.drawerWanted.peek() === 'panel') {
      view.drawerWanted.value = undefined
      if (pane.current) focusPane(pane.current)
    }
    return () => {
      view.drawerWanted.value = undefined
      if (isFocusLost() && before instanceof HTMLElement) before.focus()
    }
  }, [view])
  return pane
}

function DrawerContent({ contactId, ticketId }: { contactId: number; ticketId: number }) {
  useSignals()
  const { plan } = useUser()
  const drawer = useLiveModel(
    (api) => createContactDrawer(api, contactId, ticketId),
    (model, live) => model.follow(live),
  )
  useEffect(() => void drawer.load(), [drawer])
  const contact = drawer.contact.value
  if (drawer.failed.value !== undefined && !contact) {
    return <ErrorState compact error={drawer.failed.value} onRetry={() => drawer.load()} />
  }
  if (!contact) return <SkeletonRows count={5} />
  return (
    <>
      <ContactDrawerHead contact={contact} drawer={drawer} />
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
  const t = useTexts().conversation.drawer
  const attempt = useAttempt()
  const turn = (name: 'acceptAudioMessage' | 'disableBot') => (value: boolean) =>
    void attempt(() => drawer.toggle(name, value))
  return (
    <section className="contact-part">
      <h4>{t.options}</h4>
      <Switch label={t.acceptAudio} checked={contact.acceptAudioMessage} onCheckedChange={turn('acceptAudioMessage')} />
      <SettingGateNote gate="audio" />
      <Switch label={t.disableBot} checked={contact.disableBot} onCheckedChange={turn('disableBot')} />
    </section>
  )
}
