import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../testing/whatsapp/whatsapp-world'
import { demoPassword, shopNumber, staff } from './company/demo-company'
import { paintPortrait } from './story/scenes'
import { prepareFolder } from './demo-folder'
import type { DemoCommand, DemoState, PhoneAction } from './phone/phone-view.types'
import { type Demo, startDemo } from './start-demo'
import { waitMsMax } from '../testing/clock/wait-limit'

const size = { contacts: 24, conversations: 20 }
let dataDir: string
let demo: Demo
let token: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-demo-'))
  await open()
}, 120_000)
afterAll(async () => {
  await demo.stop()
  rmSync(dataDir, { recursive: true })
}, 60_000)

async function open() {
  demo = await startDemo({ dataDir, port: 0, phonePort: 0, size, logLevel: 'error' })
  const signedIn = await call('POST', '/auth/login', { email: staff[0]?.email, password: demoPassword })
  token = String(signedIn['token'])
}

async function call(method: string, path: string, body?: unknown, headers = {}): Promise<Record<string, any>> {
  const answer = await fetch(demo.url + path, {
    method,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, any>
}

const post = (path: string, body: FormData) =>
  fetch(demo.url + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })

function run(command: DemoCommand, origin = demo.phoneUrl) {
  const headers = { 'content-type': 'application/json', origin }
  return fetch(`${demo.phoneUrl}/commands`, { method: 'POST', headers, body: JSON.stringify(command) })
}

async function seen(number = '', chat = ''): Promise<DemoState> {
  const answer = await fetch(`${demo.phoneUrl}/changes?${new URLSearchParams({ number, chat })}`)
  const reader = answer.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.endsWith('\n\n')) text += decoder.decode((await reader?.read())?.value, { stream: true })
  await reader?.cancel()
  return JSON.parse(text.slice('data: '.length)) as DemoState
}

const number = '5511912345678'
const shop = `${shopNumber}@s.whatsapp.net`
const say = (text: string) => run({ command: 'act', number, chat: shop, action: { do: 'say', text } })

async function ticketOf(name: string) {
  const { tickets } = await call('GET', '/tickets?status=pending&showAll=true')
  return tickets.find((ticket: { contact: { name: string } }) => ticket.contact.name === name)
}

async function eventually<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T> {
  const deadline = Date.now() + waitMsMax
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`)
    await Bun.sleep(20)
  }
}

test('pairs the connection; a new contact’s message creates a ticket and is answered', async () => {
  expect(demo.product.connections()).toMatchObject([{ id: 1, status: 'CONNECTED', number: shopNumber }])
  expect((await run({ command: 'contact', number, name: 'Noemi Nova' })).status).toBe(200)
  expect((await say('Olá! Acabei de chegar')).status).toBe(200)
  await demo.server.phone(number).received(({ text }) => text?.includes('*[ 1 ]* - Vendas') ?? false)
  expect(await ticketOf('Noemi Nova')).toMatchObject({ status: 'pending', queue: null, unreadMessages: 1 })
  await say('1')
  const ticket = await eventually(async () => {
    const found = await ticketOf('Noemi Nova')
    return found?.queue?.name === 'Vendas' ? found : undefined
  }, 'the ticket in the chosen queue')

  await call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: 2, queueId: ticket.queueId })
  await call('POST', `/messages/${ticket.id}`, { body: 'Bem-vinda, Noemi!' })
  const message = await demo.server.phone(number).received(({ text }) => text === 'Bem-vinda, Noemi!')
  expect(demo.server.phone(number).deliveries(message.id)).toBe(1)
  const { phone } = await seen(number, shop)
  expect(phone?.messages.map(({ mine, text }) => [mine, text])).toContainEqual([false, 'Bem-vinda, Noemi!'])
  expect(phone?.messages[0]).toMatchObject({ mine: true, tick: 'read' })
}, 60_000)

test.each([
  ['whatsappapi', 'Caio Teles'],
  ['facebook', 'Sara Melo'],
  ['instagram', 'Davi Luz'],
] as const)(
  'a customer of %s taps the menu, is answered, and sees it',
  async (channel, name) => {
    const { contacts } = await seen()
    const customer = contacts.find((one) => one.name === name)!
    const phone = async () => (await seen(customer.number)).phone
    const act = (action: PhoneAction) => run({ command: 'act', number: customer.number, chat: '', action })
    // Which of them wrote last depends on the second in which the demo was filled.
    const told = contacts.filter((one) => one.channel === channel && one.lastText !== '')
    const phones = await Promise.all(told.map(({ number }) => seen(number)))
    expect(phones.flatMap(({ phone }) => phone?.messages ?? []).some(({ file, quoted }) => file ?? quoted)).toBe(true)

    expect((await act({ do: 'say', text: 'Tem alguém aí?' })).status).toBe(200)
    const menu = await eventually(async () => (await phone())?.messages.findLast(({ options }) => options), 'the menu')
    const option = menu.options!.find(({ title }) => title === 'Vendas')!
    expect((await act({ do: 'tap', id: menu.id, option: option.id })).status).toBe(200)
    const ticket = await eventually(async () => {
      const found = await ticketOf(customer.name)
      return found?.queue?.name === 'Vendas' ? found : undefined
    }, 'the ticket in the chosen queue')
    expect(ticket.channel).toBe(channel)

    await call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: 2, queueId: ticket.queueId })
    const form = new FormData()
    form.append('medias', new File([await paintPortrait(1)], 'foto.jpg', { type: 'image/jpeg' }))
    await post(`/messages/${ticket.id}`, form)
    await call('POST', `/messages/${ticket.id}`, { body: 'Estamos aqui!' })
    const answer = await eventually(
      async () => (await phone())?.messages.find(({ text }) => text === 'Estamos aqui!'),
      'the answer',
    )
    const picture = (await phone())?.messages.findLast(({ file, mine }) => file && !mine)
    const file = await fetch(
      `${demo.phoneUrl}/media?${new URLSearchParams({ number: customer.number, id: picture!.id })}`,
    )
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

    await act({ do: 'read' })
    await act({ do: 'react', id: answer.id, emoji: '👍' })
    await eventually(async () => {
      const { messages } = await call('GET', `/messages/${ticket.id}`)
      const sent = messages.find(({ body }: { body: string }) => body === 'Estamos aqui!')
      return sent?.ack === 3 && JSON.stringify(sent).includes('👍')
    }, 'the read mark and the reaction')
  },
  60_000,
)

test('the login at Facebook finds the page that is not connected yet', async () => {
  const { address } = await call('POST', '/facebook/login')
  const dialog = await (await fetch(address)).text()
  const back = new URL(/<a href="([^"]*)"/.exec(dialog)?.[1]?.replaceAll('&amp;', '&') ?? '')
  expect(back.origin).toBe(demo.url)
  const [code, state] = [back.searchParams.get('code'), back.searchParams.get('state')]
  const { accounts } = await call('POST', '/facebook/accounts', { code, state })
  expect(accounts).toMatchObject([
    { name: 'Casa Aurora', connectionName: 'Casa Aurora' },
    { channel: 'instagram', connectionName: 'Casa Aurora (Instagram)' },
    { name: 'Aurora Outlet', connectionName: null },
  ])
})

test('the phone sends pictures, recordings, files, locations and contact cards', async () => {
  const ticket = (await call('GET', '/tickets?status=open&searchParam=Noemi')).tickets[0]
  for (const what of ['image', 'voice', 'document', 'place', 'card'] as const) {
    expect((await run({ command: 'act', number, chat: shop, action: { do: what } })).status).toBe(200)
  }
  const wanted = ['image', 'audio', 'application', 'locationMessage', 'contactMessage']
  await eventually(async () => {
    const { messages } = await call('GET', `/messages/${ticket.id}`)
    const kinds = messages.slice(-5).map(({ mediaType }: { mediaType: string }) => mediaType)
    return (
      Bun.deepEquals(kinds, wanted) && messages.slice(-5, -2).every(({ mediaUrl }: { mediaUrl: string }) => mediaUrl)
    )
  }, 'the five messages with their files')
  const { phone } = await seen(number, shop)
  const image = phone?.messages.find(({ file }) => file?.kind === 'image')
  const file = await fetch(`${demo.phoneUrl}/media?${new URLSearchParams({ number, id: image?.id ?? '' })}`)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
}, 60_000)

test('an offline phone confirms and shows nothing, and sends its messages once it is online', async () => {
  const ticket = (await call('GET', '/tickets?status=open&searchParam=Noemi')).tickets[0]
  await run({ command: 'act', number, chat: shop, action: { do: 'online', on: false } })
  await say('Escrito no metrô')
  const { messages } = await call('POST', `/messages/${ticket.id}`, { body: 'Está aí?' })
  await demo.server.phone(number).received(({ text }) => text === 'Está aí?')
  const away = (await seen(number, shop)).phone
  expect(away?.online).toBe(false)
  expect(away?.messages.at(-1)).toMatchObject({ text: 'Escrito no metrô', tick: 'clock' })
  expect(away?.messages.some(({ text }) => text === 'Está aí?')).toBe(false)

  await run({ command: 'act', number, chat: shop, action: { do: 'online', on: true } })
  const ackOf = async () =>
    (await call('GET', `/messages/${ticket.id}`)).messages.find(({ id }: { id: number }) => id === messages[0].id)?.ack
  await eventually(async () => (await ackOf()) === 2, 'the delivery receipt')
  await eventually(async () => {
    const list = (await call('GET', `/messages/${ticket.id}`)).messages
    return list.at(-1).body === 'Escrito no metrô'
  }, 'the message written without a network')
}, 60_000)

test('a phrase starts the flow, which asks, branches and transfers to a queue', async () => {
  const other = { number: '5511912345679', name: 'Pedro Novo' }
  const phone = demo.server.phone(other.number)
  const write = (text: string) => run({ command: 'act', number: other.number, chat: shop, action: { do: 'say', text } })
  await run({ command: 'contact', ...other })
  await write('quero promocao')
  await phone.received(({ text }) => text?.startsWith('Oi, Pedro! Nesta semana') ?? false)
  await phone.received(({ text }) => text === 'Para qual cidade seria a entrega?')
  await write('Campinas')
  await phone.received(({ text }) => text === 'Em Campinas a entrega e a montagem são grátis. 🚚')
  await phone.received(({ text }) => text?.includes('[2] Falar com vendas') ?? false)
  expect((await ticketOf(other.name))?.bot).toEqual({ kind: 'flow', name: 'Promoção de sofás' })
  await write('2')
  await phone.received(({ text }) => text?.startsWith('Você está na fila de vendas') ?? false)
  const ticket = await ticketOf(other.name)
  expect(ticket).toMatchObject({ status: 'pending', bot: null, queue: { name: 'Vendas' } })
  expect(ticket.tags.map(({ name }: { name: string }) => name)).toEqual(['Orçamento'])
}, 60_000)

test('pairs a new connection by scanning its QR code and by entering its pairing code', async () => {
  const pairs = [
    { name: 'Filial', number: '5511955550102' },
    { name: 'Depósito', number: '5511955550103' },
  ]
  for (const [index, { name, number: own }] of pairs.entries()) {
    const { id } = await call('POST', '/whatsapp', { name, ratingMessage: 'Que nota você dá?', expiresTicketNPS: 60 })
    await call('POST', `/whatsappsession/${id}`)
    await eventually(async () => (await seen()).waiting.some((one) => one.id === id && one.hasQrCode), 'the code')
    if (index === 0) {
      expect((await run({ command: 'scan', number: own, qr: '', connectionId: id })).status).toBe(200)
    } else {
      const { pairingCode } = await call('POST', `/whatsappsession/${id}/pairing-code`, { number: own })
      expect((await run({ command: 'code', number: own, code: pairingCode })).status).toBe(200)
    }
    const row = () => demo.product.connections().find((one) => one.id === id)
    await until(() => row()?.status === 'CONNECTED', `${name} to be connected`)
    expect(row()?.number).toBe(own)
  }
  expect((await run({ command: 'scan', number: '5511955550104', qr: 'nonsense' })).status).toBe(409)
}, 60_000)

async function askForCode(email: string) {
  const signedIn = await call('POST', '/auth/login', { email, password: demoPassword })
  const own = { authorization: `Bearer ${signedIn['token']}` }
  const { invoice } = await call('GET', '/subscription', undefined, own)
  const charge = await call('POST', '/subscription', { price: invoice.value, invoiceId: invoice.id }, own)
  const isPaid = async () => {
    const { invoices } = await call('GET', '/invoices', undefined, own)
    return invoices.find(({ id }: { id: number }) => id === invoice.id)?.status === 'paid'
  }
  return { code: String(charge['pixCopiaECola']), isPaid }
}

test('a customer of the host pays an invoice at the simulated bank', async () => {
  const { code, isPaid } = await askForCode('lia@paodemel.test')
  const shown = (await seen()).charges
  expect(shown).toMatchObject([{ code, text: expect.stringContaining('Profissional') }])
  expect(await isPaid()).toBe(false)
  expect((await run({ command: 'pay', code: code.slice(0, -1) })).status).toBe(409)
  expect((await run({ command: 'pay', code })).status).toBe(200)
  await eventually(isPaid, 'the payment')
  expect((await run({ command: 'pay', code })).status).toBe(409)
  expect((await seen()).charges).toEqual([])
}, 60_000)

test('the page rejects requests of other sites and invalid ones', async () => {
  expect((await run({ command: 'network', on: true }, 'https://elsewhere.example')).status).toBe(403)
  expect((await run({ command: 'contact', number: '12', name: 'Curto' })).status).toBe(400)
  expect((await fetch(demo.phoneUrl)).headers.get('content-type')).toContain('text/html')
})

test('a restart keeps all data and needs no new pairing', async () => {
  const before = demo.server.phone(number).messages.length
  const { code, isPaid } = await askForCode('rita@flordelis.test')
  await demo.stop()
  await open()
  expect((await run({ command: 'pay', code })).status).toBe(200)
  await until(() => demo.product.connections().every(({ status }) => status === 'CONNECTED'), 'the connections')
  expect(demo.server.phone(number).messages.length).toBe(before)
  expect(demo.server.account(shopNumber).deviceJid).toContain(':1@')
  await say('De volta')
  await eventually(async () => {
    const { tickets } = await call('GET', '/tickets?status=open&searchParam=Noemi')
    return tickets[0]?.lastMessage === 'De volta'
  }, 'the message after the restart')
  await eventually(isPaid, 'the payment after the restart')

  const customer = (await seen()).contacts.find(({ name }) => name === 'Sara Melo')!
  expect((await seen(customer.number)).phone?.messages.some(({ text }) => text === 'Estamos aqui!')).toBe(true)
  await run({ command: 'act', number: customer.number, chat: '', action: { do: 'say', text: 'Voltei' } })
  const page = '/tickets?status=open&showAll=true&searchParam=Sara'
  await eventually(
    async () => (await call('GET', page)).tickets[0]?.lastMessage === 'Voltei',
    'the message to the page',
  )
}, 60_000)

test('a port in use is reported before anything starts', async () => {
  const port = Number(new URL(demo.phoneUrl).port)
  const folder = join(dataDir, 'second')
  await expect(startDemo({ dataDir: folder, port: 0, phonePort: port })).rejects.toThrow(`A porta ${port} está ocupada`)
  expect(await Bun.file(join(folder, 'demo.json')).exists()).toBe(false)
})

test('a folder in use by another process is reported before anything starts', async () => {
  await expect(startDemo({ dataDir, port: 0, phonePort: 0 })).rejects.toThrow(`A pasta ${dataDir} já está em uso`)
})

test('a folder with other data is left unchanged, and an incomplete demo is emptied', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-demo-'))
  await Bun.write(join(folder, 'platform.sqlite'), 'precious')
  await expect(prepareFolder(folder)).rejects.toThrow('DATA_DIR')
  await Bun.write(join(folder, 'demo.json'), JSON.stringify({ filled: false }))
  expect(await prepareFolder(folder)).toBe(true)
  expect(await Bun.file(join(folder, 'platform.sqlite')).exists()).toBe(false)
  rmSync(folder, { recursive: true })
})
