import { useSignals } from '@preact/signals-react/runtime'
import { X } from '../../ui/icons'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { WithTexts } from '../../app/with-texts'
import { useConversation } from '../state/conversation-context'
import { useMedia } from '../../ui/layout/use-media'
import { Dialog } from '../../ui/dialog/dialog'
import { IconButton } from '../../ui/button/button'
import { focusPane, paneAttributes, isFocusLost } from '../../ui/layout/focus'
import { SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { type ContactDrawerModel, createContactDrawer } from '../../contact/contact-drawer-model'
import { ContactData } from '../../contact-panel/contact-data'
import { ContactHead } from '../../contact-panel/contact-head'
import { ContactIdentity } from '../../contact-panel/contact-identity'
import {
  ContactNotes,
  ContactSchedules,
  ContactExtraInfo,
  ContactPreferences,
  ContactTags,
} from '../../contact-panel/contact-sections'
import { TicketPromises } from '../../contact-panel/ticket-promises'
import { useLiveModel } from '../../app/use-live-model'
import type { TagView } from '../../../src/tag/tag.record'
import { Select } from '../../ui/select/select'
import { useAttempt } from '../../ui/form/use-attempt'
import { useFetched } from '../../app/use-fetched'
import { optionsOf } from '../../ui/select/option'

const noLane = 0

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
    <WithTexts areas={['contact']}>
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
      <header className="contact-drawer-header row gap-0">
        <h2>{t.title}</h2>
        <IconButton icon={X} label={t.close} size="s" onClick={close} />
      </header>
      <div className="contact-drawer-body" tabIndex={-1}>
        {content}
      </div>
    </aside>
  )
}

/** A drawer opened by command gets the focus, and returns it. */
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
  const { model } = useConversation()
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
      <ContactHead contact={contact} drawer={drawer} />
      <TicketPromises ticket={model.ticket.value} />
      <ContactIdentity contact={contact} />
      <FocusedTags drawer={drawer} />
      {plan.useKanban && <ContactDrawerLane drawer={drawer} />}
      <ContactNotes drawer={drawer} />
      {plan.useSchedules && <ContactSchedules contact={contact} />}
      <ContactExtraInfo contact={contact} />
      {!contact.isGroup && <ContactPreferences contact={contact} drawer={drawer} />}
      <ContactData contact={contact} />
    </>
  )
}

/** Moves the focus into the tags when a command asked for it, also in a drawer that was open before. */
function useFocusWhenWanted() {
  useSignals()
  const { view } = useConversation()
  const part = useRef<HTMLElement>(null)
  const isWanted = view.drawerWanted.value === 'tags'
  useEffect(() => {
    if (!isWanted) return
    view.drawerWanted.value = undefined
    part.current?.querySelector('input')?.focus()
  }, [isWanted, view])
  return part
}

/** With its wish for the focus, which waits until the tags are there. */
function FocusedTags({ drawer }: { drawer: ContactDrawerModel }) {
  return <ContactTags drawer={drawer} ref={useFocusWhenWanted()} />
}

function ContactDrawerLane({ drawer }: { drawer: ContactDrawerModel }) {
  useSignals()
  const t = useTexts('contact').contact.drawer
  const { model } = useConversation()
  const lanes = useLanes()
  const attempt = useAttempt()
  const current = model.ticket.value.tags.find(({ kanban }) => kanban)
  // The current lane is shown before the others are loaded.
  const known = current && !lanes.some(({ id }) => id === current.id) ? [current] : []
  if (lanes.length + known.length === 0) return null
  const options = optionsOf([...lanes, ...known])
  return (
    <section className="contact-part stack">
      <h4>{t.lane}</h4>
      <Select<number>
        label={t.lane}
        value={current?.id ?? noLane}
        options={[{ value: noLane, label: t.noLane }, ...options]}
        onValueChange={(id) => void attempt(() => drawer.setLane(id === noLane ? null : id), t.laneSaved)}
      />
    </section>
  )
}

function useLanes(): readonly TagView[] {
  // Without them the current lane is still shown.
  return (
    useFetched((api, signal) => api.get('/tags/list', { query: { kanban: 1 }, signal }), { live: 'tag' }).answer ?? []
  )
}
