import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import { WithTexts } from '../app/with-texts'
import { messageParameter } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { useOpenedPart } from '../page/use-opened-part'
import { rememberChoice } from '../session/remembered-choice'
import { presentUser } from '../session/session-model'
import { ColumnSplitter } from '../ui/layout/column-splitter'
import { PaneTabs, usePane } from '../ui/layout/pane-tabs'
import { useKeptParts } from '../conversation/composer/kept-parts'
import { ConversationPane } from '../conversation/state/conversation-code'
import { createInboxView, InboxContext, useInbox, type Inbox } from './state/inbox-context'
import { InboxCommands } from './toolbar/inbox-commands'
import { createInbox } from './state/inbox-model'
import { LaterInboxPane, OpeningTicket, WelcomePane } from './later-inbox'
import type { InboxData } from './state/load-inbox'
import { createRowDrafts } from './row/row-drafts'
import { useInboxAddress } from './state/use-inbox-address'
import { useTypedLetters } from './use-typed-letters'
import { isOffering } from './welcome/next-offer'
import { useWaitingCount } from '../ticket/waiting-count'
import { findListedTicket } from './row/listed-ticket'
import type { ConversationData } from '../conversation/state/load-conversation'
import { createOpeningInput } from '../conversation/state/opening-input'
import type { PartState } from '../page/opened-part'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { focusPane, isFocusLost, isWriting } from '../ui/layout/focus'
import { lazyPart } from '../ui/layout/lazy-part'
import { actorOf } from '../session/session-actor'
import { createArrivals } from './arrivals'
import { inboxTabs, isOnTab } from './filter/inbox-query'
import { saveInOrder } from '../app/save-in-order'

const OpenInboxDialog = lazyPart(() => import('./open-inbox-dialog').then((code) => code.OpenInboxDialog))

const panes = { list: 'inbox', detail: 'ticket' } as const

/** Delay after the list is shown before the code of a conversation is loaded. */
const codeAheadMs = 800

export function page({ data, params, query }: PageProps<InboxData, { uuid?: string }>) {
  const { uuid } = params
  const t = useTexts().ticket
  const inbox = useInboxModels(data)
  const offersNext = uuid === undefined && inbox.offersNext.peek() && isOffering(inbox.model, useUser())
  const [pane, setPane] = usePane(uuid, panes, offersNext)
  const { width, resize, save } = useInboxWidth()
  useNewTicketAddress(inbox, query)
  useMessageAddress(inbox, uuid, query)
  const opened = useOpenedPart(data.conversation)
  const ticket = useOpenedTicket(inbox, opened, uuid)
  usePageTitle(ticket?.contact.name ?? t.title)
  useFocusOnLeaving(ticket?.id, offersNext)
  useTypedLetters(uuid)
  const [[InboxPane, Welcome]] = useState(() =>
    uuid === undefined ? ([LaterInboxPane.now, WelcomePane.now] as const) : ([LaterInboxPane, WelcomePane] as const),
  )
  return (
    <InboxContext value={inbox}>
      <div className="tickets-page" data-pane={pane} style={{ '--inbox-width': `${width}px` }}>
        <h1 className="visually-hidden">{t.title}</h1>
        <SkipLinks hasConversation={uuid !== undefined} />
        {(pane === 'inbox' || uuid === undefined) && (
          <PaneTabs className="tickets-panes" label={t.title} value={pane} onValueChange={setPane} names={t.panes} />
        )}
        <InboxPane />
        <ColumnSplitter
          width={width}
          min={widthMin}
          max={widthMax}
          onResize={resize}
          onCommit={save}
          label={t.resizeList}
        />
        <div className="tickets-conversation grows">
          {uuid !== undefined && opened ? (
            <OpenedConversation uuid={uuid} opened={opened} ticket={ticket} />
          ) : (
            <Welcome onSelect={() => setPane('inbox')} />
          )}
        </div>
      </div>
      <InboxCommands />
      <ArrivalsAnnouncer />
      <InboxDialogs />
    </InboxContext>
  )
}

/** To who comes next, or the ticket's row, or the first. */
function useFocusOnLeaving(ticketId: number | undefined, offersNext: boolean) {
  const before = useRef(ticketId)
  useEffect(() => {
    const left = before.current
    before.current = ticketId
    if (left === undefined || ticketId !== undefined) return
    if (offersNext && !isWriting()) return document.querySelector<HTMLElement>('.next-offer .button')?.focus()
    if (!isFocusLost()) return
    const row = document.querySelector(`[data-ticket="${left}"]`) ?? document.querySelector('[data-ticket]')
    row?.querySelector<HTMLElement>('.ticket-row-link')?.focus({ preventScroll: true })
  }, [ticketId])
}

interface OpenedConversationProps {
  uuid: string
  opened: PartState<ConversationData>
  ticket: TicketView | undefined
}

function OpenedConversation({ uuid, opened, ticket }: OpenedConversationProps) {
  useSignals()
  const { busy: changing, targetMessage } = useInbox()
  const found = targetMessage.value?.uuid === uuid ? targetMessage.value : undefined
  const [isComposing, setComposing] = useState(false)
  // Of this address only: a text that is left with it must not reach the next ticket.
  const input = useMemo(createOpeningInput, [uuid])
  // Asked once: another composer in its place would turn sent texts into its draft.
  const hadCode = useMemo(() => ConversationPane.isLoaded(), [uuid])
  input.ticketId = opened.kind === 'ready' ? opened.data.ticket.id : ticket?.id
  input.isLoaded = opened.kind === 'ready'
  if (opened.kind === 'ready' && !isComposing) {
    return <ConversationPane uuid={uuid} data={opened.data} changing={changing} target={found} input={input} />
  }
  const state = opened.kind === 'ready' ? { kind: 'loading' as const } : opened
  const opening = <OpeningTicket key={uuid} state={state} ticket={ticket} input={input} onComposing={setComposing} />
  if (!hadCode) return opening
  return (
    <ConversationPane uuid={uuid} data={undefined} changing={changing} input={input}>
      {opening}
    </ConversationPane>
  )
}

function useNewTicketAddress({ dialog }: Inbox, query: URLSearchParams) {
  const { api, navigation } = useApp()
  useEffect(() => {
    if (!query.has('new')) return
    navigation.replaceQuery(new URLSearchParams())
    const contactId = query.get('contactId')
    const connectionId = Number(query.get('whatsappId')) || undefined
    const requested = contactId === null ? undefined : api.get('/contacts/:id', { params: { id: Number(contactId) } })
    // If the contact cannot be loaded, it is chosen in the dialog.
    void Promise.resolve(requested)
      .catch(() => undefined)
      .then((contact) => (dialog.value = contact ? { kind: 'new', contact, connectionId } : { kind: 'new' }))
  }, [api, navigation, dialog, query])
}

/** Shows the message that the address names: of a search result, after a reload, and on the way back. */
function useMessageAddress({ targetMessage }: Inbox, uuid: string | undefined, query: URLSearchParams) {
  useEffect(() => {
    const messageId = Number(query.get(messageParameter))
    const isNamed = uuid !== undefined && Number.isSafeInteger(messageId) && messageId > 0
    const now = targetMessage.peek()
    if (!isNamed) targetMessage.value = undefined
    else if (now?.uuid !== uuid || now.messageId !== messageId) targetMessage.value = { uuid, messageId }
  }, [targetMessage, uuid, query])
}

function useInboxModels(data: InboxData) {
  const { api, live, session, loadTexts } = useApp()
  const parts = useKeptParts()
  const [inbox] = useState(() => {
    const model = createInbox({
      api,
      live,
      user: presentUser(session),
      start: data.inbox,
      rememberQueues: (text) => rememberChoice('queues', text),
      rememberSort: (text) => rememberChoice('sort', text),
    })
    return createInboxView(model, data.filterNames, createRowDrafts(presentUser(session).peek(), parts))
  })
  const waiting = useWaitingCount()
  useEffect(() => waiting.follow(inbox.waiting), [inbox, waiting])
  useEffect(() => {
    const ahead = () => Promise.all([ConversationPane.fetch(), loadTexts(['ticketDialog'])])
    // What is missing is fetched again when it is opened, and says there if it cannot be.
    const timer = setTimeout(() => void ahead().catch(() => {}), codeAheadMs)
    return () => clearTimeout(timer)
  }, [])
  useInboxAddress(inbox)
  return inbox
}

function useOpenedTicket(
  { model, opened }: Inbox,
  state: PartState<ConversationData> | null,
  uuid: string | undefined,
) {
  useSignals()
  const loaded = state?.kind === 'ready' ? state.data.ticket : undefined
  const ticket = uuid === undefined ? undefined : (loaded ?? findListedTicket(model, uuid))
  useEffect(() => {
    if (uuid !== undefined && loaded) model.noteOpened(loaded)
  }, [model, loaded, uuid])
  useEffect(() => void (opened.value = ticket), [opened, ticket])
  return ticket
}

function SkipLinks({ hasConversation }: { hasConversation: boolean }) {
  const t = useTexts().ticket
  const to = (selector: string) => () => {
    const pane = document.querySelector<HTMLElement>(selector)
    if (pane) focusPane(pane)
  }
  return (
    <>
      <button type="button" className="frame-skip" onClick={to('.inbox')}>
        {t.skipToList}
      </button>
      {hasConversation && (
        <button type="button" className="frame-skip" onClick={to('.conversation-main')}>
          {t.skipToConversation}
        </button>
      )}
    </>
  )
}

function InboxDialogs() {
  useSignals()
  const { dialog } = useInbox()
  return (
    dialog.value && (
      <WithTexts areas={['ticketDialog']}>
        <OpenInboxDialog dialog={dialog.value} />
      </WithTexts>
    )
  )
}

/** Tells screen readers of new messages on the user's tabs. The open conversation announces its own. */
function ArrivalsAnnouncer() {
  useSignals()
  const { live, session } = useApp()
  const { model, opened } = useInbox()
  const t = useTexts().ticket
  const [arrivals] = useState(() => {
    const user = presentUser(session)
    return createArrivals({
      live,
      isWanted(ticket) {
        const scope = { showAll: model.showAll.peek(), queueIds: model.queues.queryIds.peek() }
        const actor = actorOf(user.peek())
        return ticket.id !== opened.peek()?.id && inboxTabs.some((tab) => isOnTab(actor, scope, tab, ticket))
      },
    })
  })
  useEffect(() => arrivals.start(), [arrivals])
  const latest = arrivals.announced.value
  const seen = useRef({ latest, count: 0 })
  if (seen.current.latest !== latest) seen.current = { latest, count: seen.current.count + 1 }
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {/* A new element, because an equal text would not be announced again. */}
      {latest && (
        <span key={seen.current.count}>
          {latest.tickets === 1 ? t.arrival(latest.name) : t.arrivals(latest.tickets, latest.name)}
        </span>
      )}
    </div>
  )
}

const widthMin = 404
const widthMax = 700

function useInboxWidth() {
  const { api, session } = useApp()
  const { id, defaultTicketsManagerWidth: saved } = useUser()
  const [width, setWidth] = useState(Math.max(widthMin, Math.min(widthMax, saved)))

  function save(next: number) {
    setWidth(next)
    session.change({ defaultTicketsManagerWidth: next })
    saveInOrder(() =>
      api.put('/users/toggleChangeWidht/:userId', {
        params: { userId: id },
        body: { defaultTicketsManagerWidth: next },
      }),
    )
  }

  return { width, resize: setWidth, save }
}
