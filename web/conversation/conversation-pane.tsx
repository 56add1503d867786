import { type ReadonlySignal, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { memo, useCallback, useEffect, useLayoutEffect, useState, type ReactNode, useMemo, useRef } from 'react'
import { PhoneContext } from '../message/bubble/phone-context'
import { useApp, type AppModels } from '../app/app-context'
import { WithTexts } from '../app/with-texts'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { Composer } from './composer/composer'
import { fetchComposerParts, SelectionBar } from './composer/composer-text'
import { ConversationContext, useConversation, type Conversation } from './state/conversation-context'
import type { ConversationData } from './state/load-conversation'
import type { Removal } from './state/follow-conversation'
import type { OpeningInput } from './state/opening-input'
import { LaterMessageList } from './list/later-message-list'
import { lazyPart } from '../ui/layout/lazy-part'
import { paneAttributes } from '../ui/layout/focus'
import { useUi } from '../ui/context/ui-context'
import { copyText } from '../ui/text/copy-text'
import { ConversationHeader } from './header/conversation-header'
import { ConversationNotices } from './conversation-notices'
import type { Command } from '../app/command-registry'
import { useCommands } from '../app/use-commands'
import type { TicketAction } from '../ticket/actions/ticket-actions'
import { useMacros, followMacros } from './use-macros'
import { useConversationActions } from './header/use-conversation-actions'
import { createComposer, createPresenceReporter } from './composer/composer-model'
import { useKeptParts, type KeptParts } from './composer/kept-parts'
import type { MessageView } from '../../src/message/message.answers'
import { createConversation } from './state/conversation-model'
import { createConversationView } from './state/conversation-view'
import { createDraftStorage } from '../message/composer/draft-storage'
import { createOutboxes } from '../message/outboxes'
import { useKeptOutboxes, type KeptOutboxes } from '../message/outboxes-context'
import { actorOf } from '../session/session-actor'
import { presentUser } from '../session/session-model'

export { loadConversation, type ConversationData } from './state/load-conversation'

interface ConversationPaneProps {
  uuid: string
  data: ConversationData | undefined
  /** Tickets that this user is changing elsewhere on the screen. Their removal is not announced. */
  changing: ReadonlySignal<ReadonlySet<number>>
  /** The message to show, such as a search result. Another object shows it again. */
  target?: { messageId: number } | undefined
  /** What was written before. */
  input: OpeningInput
  children?: ReactNode
}

/** The open ticket. The pane may stay mounted between tickets; each has its own models. */
export function ConversationPane({ uuid, data, changing, target, input, children }: ConversationPaneProps) {
  const conversations = useOpenConversations()
  if (!data) return children
  const given = { data, changing, target, input, conversations }
  return <OpenConversation key={uuid} {...given} />
}

const ContactDrawer = lazyPart(() => import('./contact-drawer/contact-drawer').then((code) => code.ContactDrawer))
const ConversationSearch = lazyPart(() =>
  import('./search/conversation-search').then((code) => code.ConversationSearch),
)
const ConversationDialogs = lazyPart(() =>
  import('./dialog/conversation-dialogs').then((code) => code.ConversationDialogs),
)

/** Delay after the conversation is shown before further code is loaded. */
const partsAheadMs = 1500

/** Loads what a key opens, so that the keys pressed after it reach it. */
async function fetchPartsAhead() {
  await Promise.all([fetchComposerParts(), ConversationSearch.fetch(), ConversationDialogs.fetch()])
}

interface OpenConversationProps extends Pick<ConversationPaneProps, 'changing' | 'target' | 'input'> {
  data: ConversationData
  conversations: ReturnType<typeof useOpenConversations>
}

const OpenConversation = memo(function OpenConversation({
  data,
  changing,
  target,
  input,
  conversations,
}: OpenConversationProps) {
  useSignals()
  const [conversation] = useState((): Conversation => ({ ...conversations.open(data), input }))
  const { view } = conversation
  const t = useTexts().conversation
  const talk = useCallback(
    (number: string, name: string) => void (view.dialog.value = { kind: 'talk-to', name, person: { number } }),
    [view],
  )
  useLifecycle(conversation)
  useTargetMessage(conversation, target)
  useLeaveWhenRemoved(conversation, changing)
  return (
    <ConversationContext value={conversation}>
      <PhoneContext value={talk}>
        <section className="conversation" aria-label={t.region} data-drawer={view.drawerOpen.value || undefined}>
          <div className="conversation-main" {...paneAttributes('textarea')}>
            <ConversationHeader />
            <OpenedSearch />
            <ConversationNotices />
            <LaterMessageList />
            <ConversationFoot />
          </div>
          {view.drawerOpen.value && <ContactDrawer />}
          <OpenedDialog />
          <ConversationCommands />
        </section>
      </PhoneContext>
    </ConversationContext>
  )
})

/** Each part follows what opens it, so that a dialog or a search does not render the whole conversation. */
function OpenedSearch() {
  useSignals()
  return useConversation().view.searching.value ? <ConversationSearch /> : null
}

function OpenedDialog() {
  useSignals()
  return useConversation().view.dialog.value ? (
    <WithTexts areas={['ticketDialog']}>
      <ConversationDialogs />
    </WithTexts>
  ) : null
}

const ConversationFoot = memo(function ConversationFoot() {
  useSignals()
  return useConversation().view.selection.value ? <SelectionBar /> : <Composer />
})

/** Keeps the draft, tells colleagues who is here, and fetches what may be opened next. */
function useLifecycle({ composer, view, presence, listen }: Conversation) {
  const { loadTexts } = useApp()
  useEffect(() => presence.start(), [presence])
  // Before the first paint, so that the draft does not appear late.
  useLayoutEffect(() => composer.start(), [composer])
  useEffect(() => view.dispose, [view])
  useEffect(() => listen(), [listen])
  useEffect(() => {
    const ahead = () => Promise.all([fetchPartsAhead(), loadTexts(['ticketDialog'])])
    // What is missing is fetched again when it is opened, and says there if it cannot be.
    const timer = setTimeout(() => void ahead().catch(() => {}), partsAheadMs)
    return () => clearTimeout(timer)
  }, [])
}

function useTargetMessage({ view }: Conversation, target: ConversationPaneProps['target']) {
  useSignals()
  const isReady = view.isListReady.value
  useEffect(() => {
    // If the message was deleted, the conversation stays where it opened.
    if (target && isReady) void view.jumpTo(target.messageId).catch(reportError)
  }, [view, target, isReady])
}

const removalToastMs = 6000
const unsentTextToastMs = 20_000

/** Says why the ticket was closed, and shows the list. The user's own changes navigate by themselves. */
function useLeaveWhenRemoved({ model, view, composer }: Conversation, changing: ConversationPaneProps['changing']) {
  useSignals()
  const { navigation } = useApp()
  const { toast } = useUi()
  const t = useTexts().conversation.removed
  const removal = model.removed.value
  const isOwnDoing = view.busy.value || changing.value.has(model.ticket.value.id)
  useEffect(() => {
    if (!removal || isOwnDoing) return
    const unsent = composer.text.peek().trim()
    const copy = { label: t.copyUnsent, onAction: () => void copyText(unsent).catch(reportError) }
    toast.info(removalText(t, removal), {
      ...(unsent === '' ? { durationMs: removalToastMs } : { action: copy, durationMs: unsentTextToastMs }),
    })
    void navigation.go(links.tickets(), { replace: true })
  }, [removal, isOwnDoing])
}

type RemovalTexts = ReturnType<typeof useTexts<[]>>['conversation']['removed']

function removalText(t: RemovalTexts, removal: Removal) {
  if (removal.reason === 'deleted') return t.deleted
  if (removal.reason !== 'moved') return t.permissions
  return removal.user ? t.attended(removal.user.name, removal.queue?.name) : t.waiting(removal.queue?.name)
}

const offered = [
  ...(['accept', 'reopen', 'resolve', 'resolveQuietly', 'transfer', 'returnToQueue', 'ignore'] as const),
  ...(['search', 'macro', 'snooze', 'wake', 'markUnread', 'summary', 'log', 'export'] as const),
  ...(['meeting', 'schedule', 'flow', 'contact', 'tags', 'remove'] as const),
]

function ConversationCommands() {
  useSignals()
  const { group } = useTexts().conversation.actions
  const actions = useConversationActions()
  const latest = useRef(actions)
  latest.current = actions
  const names = offered.filter((name) => actions[name] !== undefined)
  const present = names.map((name) => `${name} ${actions[name]?.label}`).join('|')
  const commands = useMemo(
    () =>
      names.flatMap((name): Command[] => {
        const action: TicketAction | undefined = latest.current[name]
        if (!action) return []
        const { label, keywords, icon, shortcut, isImmediate } = action
        const run = () => latest.current[name]?.run()
        return [{ id: `ticket.${name}`, label, keywords, group, icon, shortcut, isImmediate, run }]
      }),
    // Recreated only when the allowed actions change.
    [present, group],
  )
  useCommands(commands)
  useCommands(useMacroCommands())
  return null
}

function useMacroCommands() {
  useSignals()
  const { macros } = useConversation()
  const t = useTexts().conversation
  const { run } = useMacros()
  const latest = useRef(run)
  latest.current = run
  const list = macros.value
  return useMemo(
    () =>
      (list ?? []).map((macro): Command => ({
        id: `macro.${macro.id}`,
        label: t.macros.command(macro.name),
        group: t.actions.group,
        run: () => latest.current(macro),
      })),
    [list, t],
  )
}

/** The models of the opened tickets. Messages are still sent after a ticket is closed. */
function useOpenConversations() {
  const app = useApp()
  const kept = useKeptOutboxes()
  const parts = useKeptParts()
  const [conversations] = useState(() => createOpenConversations(app, kept, parts))
  useEffect(() => conversations.start(), [conversations])
  return conversations
}

function createOpenConversations({ api, live, session }: AppModels, kept: KeptOutboxes, parts: KeptParts) {
  const me = presentUser(session)
  const onServer = typeof window === 'undefined'
  const drafts = createDraftStorage(me.peek(), onServer ? undefined : localStorage)
  const outboxes = (kept.current ??= createOutboxes({ api, live }))
  const player: Conversation['player'] = { current: undefined }
  const drawerOpen = signal(false)
  const signing = signal(true)
  const hasAssistance = signal(false)
  const quickReplies: Conversation['quickReplies'] = { current: undefined, version: signal(0) }

  const macros: Conversation['macros'] = signal(undefined)

  return {
    open(data: ConversationData): Omit<Conversation, 'input'> {
      const ticketId = data.ticket.id
      const model = createConversation({ api, live, me, data, outbox: outboxes.of(ticketId) })
      // The newest model of each ticket receives what the outbox has sent.
      const take = (messages: readonly MessageView[]) => messages.forEach(model.take)
      const listen = () => outboxes.setListener(ticketId, take)
      // An answer may arrive before the conversation is mounted.
      listen()
      const composer = createComposer(ticketId, drafts, parts.of(ticketId))
      const view = createConversationView(model, drawerOpen)
      const presence = createPresenceReporter(live, data.ticket.uuid)
      const colleagues: Conversation['colleagues'] = { key: '', current: undefined }
      const shared = { player, signing, hasAssistance, quickReplies, macros }
      return { model, composer, view, presence, colleagues, listen, ...shared }
    },
    start() {
      outboxes.start()
      parts.start(live, () => actorOf(me.peek()))
      if (me.peek().plan.useOpenAi) {
        // Offers nothing if the request fails.
        api.get('/ai-assistance').then(
          ({ available }) => (hasAssistance.value = available),
          () => {},
        )
      }
      const unsubscribe = live.subscribe('quickMessage', () => {
        quickReplies.current = undefined
        quickReplies.version.value += 1
      })
      const unfollow = followMacros(api, live, macros)
      return () => {
        unfollow()
        unsubscribe()
        player.current?.dispose()
        outboxes.forgetSent()
        parts.forgetEmpty()
      }
    },
  }
}
