import { graphAppSecret, startGraphServer } from '../../testing/services/graph-server/start-graph-server'
import { graphPages } from '../../testing/services/graph-server/page-state'
import { paintPortrait } from '../story/scenes'
import { readApiMessage, readPageMessage } from './business-messages'
import { openCustomerStore } from './customer-store'
import { metaCustomers } from './meta-customers'
import { createMetaUser } from './meta-user'

export type DemoMeta = Awaited<ReturnType<typeof startDemoMeta>>

export async function startDemoMeta(folder: string, onChange: () => void) {
  const store = openCustomerStore(folder)
  const graph = await startGraphServer({ reports: true, onCall: () => takeSent() })
  const { state } = graph
  // Ids of an earlier run are not given again.
  let lastId = Date.now()
  state.nextId = () => ++lastId
  state.requiresProof = true
  state.pages.pages = graphPages.map((page) => ({ ...page }))
  graph.addTemplate(deliveryTemplate)
  const users = metaCustomers.map((customer) => createMetaUser(customer, { graph, store, onChange }))
  state.pages.people = new Map(metaCustomers.map((customer) => [customer.id, customer]))
  for (const [index, { id, messages }] of users.entries()) {
    state.pages.files.set(`${id}.jpg`, { bytes: await paintPortrait(index * 3 + 1), type: 'image/jpeg' })
    for (const { id: mid } of messages()) state.pages.mids.add(mid)
    state.pages.wroteAt.set(id, messages().findLast(({ mine }) => mine)?.at ?? 0)
  }
  const userOf = (id: unknown) => users.find((user) => user.id === id)

  function takeSent() {
    for (const { messageId, typing } of state.read.splice(0)) {
      const user = users.find(({ messages }) => messages().some(({ id }) => id === messageId))
      user?.noteRead(messageId)
      if (typing) user?.setTyping(true)
    }
    for (const accepted of graph.accepted.splice(0)) {
      const { to, body } = accepted
      const { message, file } = readApiMessage(state, accepted)
      const { message_id: target, emoji } = (body['reaction'] ?? {}) as { message_id?: string; emoji?: string }
      if (target) userOf(to)?.noteReaction(target, emoji ?? '')
      else userOf(to)?.receive(message, file, (body as QuotingBody).context?.message_id)
    }
    for (const sent of state.pages.sent.splice(0)) {
      const { recipient, sender_action: action, payload } = sent.body as PageAction
      const user = userOf(recipient?.id)
      if (action === 'mark_seen') user?.noteRead()
      else if (action === 'react') user?.noteReaction(payload?.message_id ?? '', payload?.reaction ?? '')
      else if (action === 'unreact') user?.noteReaction(payload?.message_id ?? '', '')
      else if (action) user?.setTyping(action === 'typing_on')
      else {
        const { message, file } = readPageMessage(state, sent)
        user?.receive(message, file, (sent.body as QuotingBody).reply_to?.mid)
      }
    }
  }

  return {
    graph,
    store,
    users,
    userOf,
    environment: {
      ...graph.environment,
      META_APP_ID: state.pages.appId,
      META_APP_SECRET: graphAppSecret,
      META_VERIFY_TOKEN: 'recado-demo',
    },
    reportTo: (productUrl: string) => void (graph.webhook.url = `${productUrl}/webhook/meta`),
    stop: () => graph.stop(),
  }
}

interface QuotingBody {
  /** Of the official API. */
  context?: { message_id: string }
  /** Of pages. */
  reply_to?: { mid: string }
}

interface PageAction {
  recipient?: { id?: string }
  sender_action?: string
  payload?: { message_id?: string; reaction?: string }
}

const deliveryTemplate = {
  id: '7000000001',
  name: 'entrega_agendada',
  components: [
    { type: 'BODY', text: 'Olá, {{1}}! A entrega do seu pedido está marcada para {{2}}. 🚚' },
    { type: 'FOOTER', text: 'Casa Aurora Móveis' },
  ],
}
