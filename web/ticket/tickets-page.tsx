import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useApp } from '../app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-title'
import { rememberChoice } from '../session/remembered-choice'
import { presentUser } from '../session/session-model'
import { ColumnSplitter } from '../ui/column-splitter'
import { Tabs } from '../ui/tabs'
import { usePane } from '../ui/use-pane'
import { ConversationPane } from './conversation/conversation-code'
import { createInboxView, InboxContext, type Inbox } from './inbox/inbox-context'
import { InboxDialogs } from './inbox/inbox-dialogs'
import { createInbox } from './inbox/inbox-model'
import { InboxPane } from './inbox/inbox-pane'
import type { TicketContactPick } from './new-ticket/new-ticket-dialog'
import type { InboxData } from './inbox/load-inbox'
import { useInboxAddress } from './inbox/use-inbox-address'
import { useInboxWidth, widthMax, widthMin } from './inbox/use-inbox-width'
import { WelcomePane } from './conversation/welcome-pane'

const panes = { list: 'inbox', detail: 'ticket' } as const

/** Once the list stands, what opening a ticket will need. */
const codeAheadMs = 800

/** The list of tickets beside the open one; on a phone one at a time. The list stays while tickets are opened. */
export function page({ data, params, query }: PageProps<InboxData, { uuid?: string }>) {
  const { uuid } = params
  const t = useTexts().ticket
  const inbox = useLivingInbox(data, uuid)
  const [pane, setPane] = usePane(uuid, panes)
  const { width, resize, save } = useInboxWidth()
  useAskedTicket(inbox, query)
  usePageTitle(data.conversation?.ticket.contact.name ?? t.title)
  return (
    <InboxContext value={inbox}>
      <div className="tickets-page" data-pane={pane} style={{ '--inbox-width': `${width}px` }}>
        <h1 className="visually-hidden">{t.title}</h1>
        <div className="tickets-panes phone-only">
          <Tabs
            label={t.title}
            wide
            value={pane}
            onValueChange={setPane}
            items={[
              { value: 'ticket', label: t.panes.ticket },
              { value: 'inbox', label: t.panes.inbox },
            ]}
          />
        </div>
        <InboxPane uuid={uuid} />
        <ColumnSplitter
          width={width}
          min={widthMin}
          max={widthMax}
          onResize={resize}
          onCommit={save}
          label={t.resizeList}
        />
        <div className="tickets-conversation">
          {uuid !== undefined && data.conversation ? (
            <ConversationPane uuid={uuid} data={data.conversation} />
          ) : (
            <WelcomePane onSelect={() => setPane('inbox')} />
          )}
        </div>
      </div>
      <InboxDialogs />
    </InboxContext>
  )
}

/** An address may ask for a new ticket (links.newTicket), with a contact or without. */
function useAskedTicket({ dialog }: Inbox, query: URLSearchParams) {
  const { api, navigation } = useApp()
  useEffect(() => {
    if (!query.has('new')) return
    navigation.replaceQuery(new URLSearchParams())
    const contactId = query.get('contactId')
    const asked = contactId === null ? undefined : api.get<TicketContactPick>(`/contacts/${Number(contactId)}`)
    // A contact that cannot be had is chosen in the dialog.
    void Promise.resolve(asked)
      .catch(() => undefined)
      .then((contact) => (dialog.value = contact ? { kind: 'new', contact } : { kind: 'new' }))
  }, [api, navigation, dialog, query])
}

/** The models of the inbox, from the first page until it is left. */
function useLivingInbox(data: InboxData, uuid: string | undefined) {
  const { api, live, session } = useApp()
  const [inbox] = useState(() => {
    const rememberQueues = (text: string) => rememberChoice('queues', text)
    const model = createInbox({ api, live, user: presentUser(session), start: data.inbox, rememberQueues })
    return createInboxView(model, data.filterNames)
  })
  useEffect(() => inbox.model.start(), [inbox])
  useEffect(() => {
    const timer = setTimeout(() => void ConversationPane.fetch().catch(reportError), codeAheadMs)
    return () => clearTimeout(timer)
  }, [])
  useFollowedTicket(inbox, data, uuid)
  useInboxAddress(inbox)
  return inbox
}

/** The open ticket, once it is taken up by this person, is shown on the tab where it now stands. */
function useFollowedTicket({ model, opening }: Inbox, data: InboxData, uuid: string | undefined) {
  useSignals()
  const { navigation } = useApp()
  const opened = data.conversation?.ticket
  const pending = navigation.pending.value
  useEffect(() => model.setOpened(uuid === undefined ? undefined : opened), [model, opened, uuid])
  useEffect(() => {
    // Opened or not, nothing is on its way any more.
    if (!pending) opening.value = undefined
  }, [opening, pending])
}
