import { graphPhone, graphToken } from '../../testing/services/graph-server/start-graph-server'
import { demoConnection, demoPassword, queueNames, type QueueName, staff } from '../company/demo-company'
import { cloudChannel } from '../../channel/channel-rules.contract'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { PhoneAction } from '../phone/phone-view.types'
import { queueIdOf } from '../story/plan-conversations'
import { linkedPage } from './meta-customers'
import type { MetaUser } from './meta-user'
import type { DemoMeta } from './start-demo-meta'

type Call = (method: string, path: string, body?: unknown) => Promise<any>

/** Connects the demo's accounts at Meta, as an admin does, and lets the first conversations happen. */
export async function connectAccounts(productUrl: string, meta: DemoMeta) {
  const call = await signIn(productUrl)
  const { ratingMessage, expiresTicketNPS, greetingMessage } = demoConnection
  const queueIds = queueNames.map((_, index) => index + 1)
  const shared = { queueIds, ratingMessage, expiresTicketNPS, greetingMessage }
  const known: { channel: string }[] = await call('GET', '/whatsapp')
  if (!known.some(({ channel }) => channel === cloudChannel)) {
    const { id: phoneNumberId, businessAccountId } = graphPhone
    const account = { name: 'WhatsApp API', phoneNumberId, businessAccountId, token: graphToken }
    await call('POST', '/whatsapp-cloud', { ...account, ...shared })
  }
  const { pages } = meta.graph.state
  const { user } = pages
  // The outlet stays to be linked by the login.
  const all = pages.pages
  pages.pages = all.filter(({ id }) => id === linkedPage.id)
  const login = { facebookUserId: user.id, facebookUserToken: user.token, addInstagram: true }
  await call('POST', '/facebook', { ...login, ...shared })
  pages.pages = all
  await eventually(async () => {
    const connections: { channel: string; status: string }[] = await call('GET', '/whatsapp')
    return connections.filter(({ channel }) => channel !== 'whatsapp').every(({ status }) => status === 'CONNECTED')
  }, 'the accounts at Meta')
  await Promise.all(conversations.map((conversation, index) => tell(conversation, index, { meta, call })))
  meta.store.markConnected()
}

/** A message of an agent, or what the customer does; a reaction is to the agent's last message. */
type Turn = { agent: string } | { react: string } | PhoneAction

interface Conversation {
  customerId: string
  turns: readonly Turn[]
  queue: QueueName
}

const say = (text: string): Turn => ({ do: 'say', text })

const conversations: readonly Conversation[] = [
  {
    customerId: '5511988880001',
    queue: 'Vendas',
    turns: [
      say('Oi! Vi o anúncio da mesa de jantar. Ela tem na cor nogueira?'),
      { do: 'image' },
      { agent: 'Oi, Helena! Tem sim, na cor nogueira e na cor carvalho. 😊' },
      { react: '❤️' },
    ],
  },
  {
    customerId: '5511988880002',
    queue: 'Entregas',
    turns: [say('Boa tarde, meu pedido chega esta semana?'), { do: 'place' }],
  },
  {
    customerId: '654321789012345',
    queue: 'Entregas',
    turns: [
      say('Olá, vocês entregam em Valinhos?'),
      { agent: 'Olá, Marta! Entregamos, e o frete para Valinhos é grátis. 🚚' },
      say('Que bom! Quero mandar uma foto da sala'),
      { do: 'image' },
      { react: '👍' },
    ],
  },
  {
    customerId: '654321789012999',
    queue: 'Pós-venda',
    turns: [say('Oi! A mesa veio com um arranhão, olha só'), { do: 'image' }],
  },
  {
    customerId: '556677889900112',
    queue: 'Vendas',
    turns: [
      { do: 'story', text: 'Amei esse sofá! Quanto custa? 😍' },
      { agent: 'Oi, Iara! O retrátil da foto sai por R$ 1.890, em até 10 vezes.' },
      { react: '❤️' },
    ],
  },
  {
    customerId: '556677889900334',
    queue: 'Vendas',
    turns: [{ do: 'story', text: 'Tem em azul? 💙' }, { do: 'image' }],
  },
]

async function tell({ customerId, turns, queue }: Conversation, index: number, { meta, call }: Tools) {
  const user = meta.userOf(customerId)
  if (!user) throw new Error(`There is no customer ${customerId}`)
  let isAccepted = false
  let ticketId = 0
  for (const [turn, what] of turns.entries()) {
    if ('agent' in what) {
      if (!isAccepted)
        await call('PUT', `/tickets/${ticketId}`, { status: 'open', userId: 2, queueId: queueIdOf(queue) })
      isAccepted = true
      await call('POST', `/messages/${ticketId}`, { body: what.agent })
      await eventually(() => user.messages().some(({ text }) => text === what.agent), what.agent)
    } else if ('react' in what) {
      const target = user.messages().findLast(({ mine }) => !mine)
      if (target) await user.act('', { do: 'react', id: target.id, emoji: what.react })
    } else {
      await user.act('', what, turn === 0 ? Date.now() - (index + 2) * 3 * minuteMs : undefined)
    }
    if (turn === 0) ticketId = await chooseQueue(user, call, queue)
  }
  if (isAccepted) await user.act('', { do: 'read' })
}

interface Tools {
  meta: DemoMeta
  call: Call
}

/** The customer taps the queue in the menu. Returns the ticket. */
async function chooseQueue(user: MetaUser, call: Call, queue: QueueName): Promise<number> {
  const menu = await eventually(() => user.messages().find(({ options }) => options), 'the menu')
  const option = menu.options?.find(({ title }) => title === queue)
  if (!option) throw new Error(`The menu has no ${queue}`)
  await user.act('', { do: 'tap', id: menu.id, option: option.id })
  const { firstName } = user.customer
  const queueId = queueIdOf(queue)
  const ticket = await eventually(async () => {
    const { tickets } = await call('GET', '/tickets?status=pending&showAll=true')
    return tickets.find((one: PendingTicket) => one.queueId === queueId && one.contact.name.startsWith(firstName))
  }, `the ticket of ${firstName}`)
  return ticket.id
}

interface PendingTicket {
  id: number
  queueId: number | null
  contact: { name: string }
}

async function signIn(productUrl: string): Promise<Call> {
  let token = ''
  const call: Call = async (method, path, body) => {
    const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(productUrl + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  token = (await call('POST', '/auth/login', { email: staff[0].email, password: demoPassword })).token
  return call
}

const waitMsMax = 60_000

async function eventually<T>(look: () => Promise<T | undefined | false> | T | undefined | false, what: string) {
  const deadline = Date.now() + waitMsMax
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`)
    await Bun.sleep(150)
  }
}
