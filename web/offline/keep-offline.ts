import { effect, untracked } from '@preact/signals-react'
import type { MessageEvent, MessageView } from '../../src/message/message.answers'
import type { TicketView } from '../../src/ticket/ticket.answers'
import type { AppModels } from '../app/app-context'
import { createOutboxes, type Draft, type Outbox } from '../message/outboxes'
import type { KeptOutboxes } from '../message/outboxes-context'
import { listMessages } from '../message/message-api'
import { summaryOf } from '../message/message-summary'
import { sessionEndEvent } from '../session/offline-database'
import type { AreaTexts } from '../i18n/areas'
import { keepFiles } from './keep-files'
import { type OfflineDraft, type OfflineStore, openOfflineStore } from './offline-store'

const conversationsMax = 50
const pagesMax = 2
const messagesMax = 40
/** Between two looks at what has changed. */
const restMs = 30_000
/** Loading the newest page by its cursor marks nothing as read. */
const newest = `${Number.MAX_SAFE_INTEGER}.${Number.MAX_SAFE_INTEGER}`

/** Keeps the user's open conversations and what is written without a network, and sends that when it is back. */
export async function keepOffline(app: AppModels & { outboxes: KeptOutboxes }) {
  const user = app.session.user.peek()
  if (!user || !('indexedDB' in window)) return
  const store = await openOfflineStore()
  const owner = await store.owner()
  if (owner && (owner.userId !== user.id || owner.companyId !== user.companyId)) await store.clear()
  const { id: userId, companyId } = user
  const { language, timeZone, branding, session, brandSolid } = app
  const sign =
    user.company.companieSettings['sendSignMessage'] === 'enabled' && localStorage.getItem('signMessages') !== 'off'
  const theme = session.theme.peek()
  const shown = { language, timeZone, theme, brandSolid: brandSolid[theme], productName: branding.name, sign }
  await store.setOwner({ companyId, userId, ...shown })
  addEventListener(sessionEndEvent, () => void store.clearConversations().catch(() => {}))
  await app.loadTexts(['offline'])
  await keepUnsent(app, store)
  keepConversations(app, store)
}

async function keepUnsent(app: AppModels & { outboxes: KeptOutboxes }, store: OfflineStore) {
  const { api, live, outboxes: kept, texts, ui } = app
  const outboxes = (kept.current ??= createOutboxes({ api, live }))
  outboxes.start()
  const stored = new Map<string, number>()
  const drafts = await store.drafts()
  for (const { clientId, ticketId } of drafts) stored.set(clientId, ticketId)
  const reported = new Set<string>()

  async function keepDraft(draft: OfflineDraft, file: Draft['file']) {
    if (!file) return store.putDraft(draft)
    const { content, ...about } = file
    const written = { ...draft, file: { ...about, stored: await content() } }
    // It may have been sent meanwhile.
    if (stored.has(draft.clientId)) await store.putDraft(written)
  }

  function follow(ticketId: number, outbox: Outbox) {
    effect(() => {
      const messages = outbox.messages.value
      untracked(() => {
        for (const {
          file,
          contact,
          state,
          isKept: _,
          progress: __,
          previewUrl: ___,
          error: ____,
          ...text
        } of messages) {
          const { clientId } = text
          if (state === 'failed' && stored.has(clientId) && !reported.has(clientId)) {
            reported.add(clientId)
            ui.toast.error((texts as AreaTexts).offline.refused)
          }
          if (state !== 'offline' || contact || stored.has(clientId)) continue
          stored.set(clientId, ticketId)
          keepDraft({ ...text, ticketId }, file).then(() => outbox.keep(clientId), reportError)
        }
        const present = new Set(messages.map(({ clientId }) => clientId))
        for (const [clientId, of] of stored) {
          if (of !== ticketId || present.has(clientId)) continue
          stored.delete(clientId)
          store.deleteDraft(clientId).catch(reportError)
        }
      })
    })
  }

  for (const [ticketId, own] of Map.groupBy(drafts, (draft) => draft.ticketId))
    outboxes.of(ticketId).restore(own.map(restored))
  outboxes.watch(follow)
}

function restored({ file, ticketId: _, ...draft }: OfflineDraft) {
  if (!file) return draft
  const { stored, ...about } = file
  return { ...draft, file: { ...about, content: async () => stored } }
}

function keepConversations({ api, live, session, texts }: AppModels, store: OfflineStore) {
  let isRunning = false
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<void> = Promise.resolve()

  /** So that a change is made in what a refresh that began before it has loaded. */
  const inTurn = (work: () => Promise<void>) => (last = last.then(work).catch(reportError))

  async function refresh() {
    const me = session.user.peek()
    if (!me) return
    const known = new Map((await store.conversations()).map((one) => [one.ticketId, one.updatedAt]))
    const own = (await listTickets('open')).filter(({ userId }) => userId === me.id)
    const groups = me.allowGroup ? await listTickets('group') : []
    const open = [...own, ...groups].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, conversationsMax)
    const ids = new Set(open.map(({ id }) => id))
    for (const ticketId of known.keys()) if (!ids.has(ticketId)) await store.deleteConversation(ticketId)
    for (const ticket of open) {
      const { id: ticketId, uuid, updatedAt, lastMessage } = ticket
      if (known.get(ticketId) === updatedAt) continue
      const { messages } = await listMessages(api, ticketId, newest)
      const shown = messages.slice(-messagesMax).map(keptMessage)
      await store.putConversation({
        ticketId,
        uuid,
        updatedAt,
        lastMessage,
        contact: ticket.contact.name,
        isGroup: ticket.isGroup,
        messages: shown,
      })
    }
    const kept = await store.conversations()
    await keepFiles(
      store,
      kept.flatMap((one) => one.messages),
    )
  }

  async function listTickets(status: 'open' | 'group') {
    const tickets: TicketView[] = []
    for (let pageNumber = 1; pageNumber <= pagesMax && tickets.length < conversationsMax; pageNumber++) {
      const page = await api.get('/tickets', { query: { status, showAll: false, pageNumber } })
      tickets.push(...page.tickets)
      if (!page.hasMore) break
    }
    return tickets
  }

  function keptMessage(message: MessageView) {
    const { id, body, fromMe, isPrivate, isDeleted, createdAt: at, user, contact } = message
    const text = isDeleted || body === '' ? summaryOf(message, texts.message) : body
    const author = (fromMe ? user?.name : contact?.name) ?? ''
    return { id, text, author, fromMe, isPrivate, at, media: mediaOf(message) }
  }

  async function run() {
    if (isRunning) return void (isWanted = true)
    isRunning = true
    isWanted = false
    // What could not be loaded is loaded with the next change.
    await inTurn(() => refresh().catch(() => {}))
    clearTimeout(timer)
    timer = setTimeout(() => {
      isRunning = false
      if (isWanted) void run()
    }, restMs)
  }

  /** An older message that is edited, deleted or erased does not change when its ticket was updated. */
  async function followChange(event: MessageEvent) {
    if (event.action === 'reload') {
      for (const ticketId of event.ticketIds) await store.deleteConversation(ticketId)
      return
    }
    const { message, ticket } = event
    if (!message.isEdited && !message.isDeleted) return
    const kept = await store.findConversation(message.ticketId)
    const messages = kept?.messages.map((one) => (one.id === message.id ? keptMessage(message) : one))
    if (kept && messages) await store.putConversation({ ...kept, messages, lastMessage: ticket.lastMessage })
  }

  const changed = () => void run()
  live.observe('appMessage', (event) => void inTurn(() => followChange(event)).then(changed))
  live.observe('ticket', changed)
  // Such as after numbers were hidden.
  live.observe('reload', () => void inTurn(store.clearConversations).then(changed))
  changed()
}

function mediaOf({ mediaUrl: url, mediaType: type, isDeleted, dataJson }: MessageView) {
  return url && type && !isDeleted ? { url, type, name: dataJson?.file?.name ?? '' } : undefined
}
