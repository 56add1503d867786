import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useApp } from '../app-context'
import { useTexts } from '../i18n/i18n'
import { links } from '../links'
import { Composer } from '../message/composer'
import { ConversationContext, type Conversation } from '../message/conversation-context'
import type { ConversationData } from '../message/load-conversation'
import { MessageList } from '../message/message-list'
import { SelectionBar } from '../message/selection-bar'
import { useUi } from '../ui/ui-context'
import { ConversationCommands } from './conversation-commands'
import { ConversationHeader } from './conversation-header'
import { ConversationNotices } from './conversation-notices'
import { useOpenConversations } from './use-open-conversations'

export { loadConversation, type ConversationData } from '../message/load-conversation'

interface ConversationPaneProps {
  uuid: string
  data: ConversationData
}

/** The open ticket. May stay mounted while another ticket is opened: each has models of its own. */
export function ConversationPane({ uuid, data }: ConversationPaneProps) {
  const conversations = useOpenConversations()
  return <OpenConversation key={uuid} data={data} conversations={conversations} />
}

const ContactDrawer = lazy(() => import('../contact/contact-drawer').then((code) => ({ default: code.ContactDrawer })))
const ConversationDialogs = lazy(() =>
  import('../message/conversation-dialogs').then((code) => ({ default: code.ConversationDialogs })),
)

interface OpenConversationProps {
  data: ConversationData
  conversations: ReturnType<typeof useOpenConversations>
}

function OpenConversation({ data, conversations }: OpenConversationProps) {
  useSignals()
  const [conversation] = useState(() => conversations.open(data))
  const { view } = conversation
  const t = useTexts().conversation
  useLife(conversation)
  return (
    <ConversationContext value={conversation}>
      <section className="conversation" aria-label={t.region} data-drawer={view.drawerOpen.value || undefined}>
        <div className="conversation-main">
          <ConversationHeader />
          <ConversationNotices />
          <MessageList />
          {view.selection.value ? <SelectionBar /> : <Composer />}
        </div>
        <Suspense fallback={null}>
          {view.drawerOpen.value && <ContactDrawer />}
          {view.dialog.value && <ConversationDialogs />}
        </Suspense>
        <ConversationCommands />
      </section>
    </ConversationContext>
  )
}

/** Follows the live line while it is open, and leaves when the ticket is gone. */
function useLife({ model, composer, view }: Conversation) {
  useSignals()
  const { navigation } = useApp()
  const { toast } = useUi()
  const t = useTexts().conversation
  const gone = model.gone.value
  useEffect(() => model.start(), [model])
  useEffect(() => composer.start(), [composer])
  useEffect(() => view.dispose, [view])
  useEffect(() => {
    if (!gone) return
    toast.info(t.deletedElsewhere)
    void navigation.go(links.tickets(), { replace: true })
  }, [gone])
}
