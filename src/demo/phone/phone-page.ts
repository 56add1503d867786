import { join } from 'node:path'
import * as v from 'valibot'
import { sniffType } from '../../kernel/file/sniff-type'
import type { Phone, WhatsAppServer } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import type { DemoBank } from '../company/demo-bank'
import type { DemoMeta } from '../meta/start-demo-meta'
import { createPhoneUser, type PhoneUser } from './phone-user'
import type { DemoCommand, DemoState } from './phone-view.types'
import type { ConnectionRow } from '../product-process'

interface PhonePageOptions {
  server: WhatsAppServer
  meta: Pick<DemoMeta, 'users' | 'userOf' | 'store'>
  product: { connections(): ConnectionRow[] }
  bank: Pick<DemoBank, 'openCharges' | 'pay'>
  /** 0 for a free port. */
  port: number
  /** Calls the listener after every change on the server; returns a function that stops it. */
  listen(listener: () => void): () => void
}

/** Changes within this time are sent together. */
const settleMs = 40
/** Pairing codes are polled, because they are not published. */
const pollMs = 700

/** Serves the page that simulates contacts, on this machine only. */
export async function servePhonePage(options: PhonePageOptions) {
  const html = await buildPage()
  const demo = createDemo(options)
  const http = Bun.serve({
    hostname: '127.0.0.1',
    port: options.port,
    // The stream is silent while nothing changes.
    idleTimeout: 0,
    routes: {
      '/': () => new Response(html, { headers: pageHeaders }),
      '/changes': (request) => streamChanges(request, demo, options),
      '/media': (request) => sendMedia(request, options),
      '/commands': { POST: (request) => takeCommand(request, demo) },
    },
    fetch: () => new Response('Não há nada aqui', { status: 404 }),
  })
  return {
    url: `http://localhost:${http.port}`,
    stop: () => http.stop(true),
  }
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

async function buildPage() {
  const source = (name: string) => Bun.file(join(import.meta.dir, name)).text()
  const built = await Bun.build({ entrypoints: [join(import.meta.dir, 'phone-client.ts')], target: 'browser' })
  const script = (await built.outputs[0]?.text()) ?? ''
  const [html, page, device] = await Promise.all(['phone.html', 'phone.css', 'phone-device.css'].map(source))
  return (html ?? '')
    .replace('/* style */', () => `${page}\n${device}`)
    .replace('/* script */', () => script.replaceAll('</script', '<\\/script'))
}

type Demo = ReturnType<typeof createDemo>

function createDemo({ server, meta, product, bank }: PhonePageOptions) {
  const users = new Map<string, PhoneUser>()
  let names = new Map<string, string>()
  let network = true
  const nameOf = (jid: string) => names.get(jid) ?? `+${jid.split('@')[0]}`

  function userOf(phone: Phone) {
    const known = users.get(phone.number) ?? createPhoneUser(server, phone, nameOf)
    users.set(phone.number, known)
    return known
  }

  return {
    state(number: string, chat: string): DemoState {
      const { phones, accounts } = server
      names = new Map(phones.map(({ jid, name }) => [jid, name]))
      const business = new Set(accounts.map((account) => account.number))
      const people = phones.filter((phone) => !business.has(phone.number))
      const phone = people.find((one) => one.number === number)
      const shown = meta.userOf(number) ?? (phone && userOf(phone))
      const contacts = [...people.map((one) => userOf(one).summary()), ...meta.users.map((user) => user.summary())]
      return {
        contacts: contacts.sort((one, other) => other.lastAt - one.lastAt),
        waiting: waitingConnections(product.connections()),
        network,
        charges: bank.openCharges(),
        linked: accounts.map(({ number: linked, phone: { name }, connected }) => ({ number: linked, name, connected })),
        ...(shown ? { phone: shown.view(chat) } : {}),
      }
    },
    async execute(command: DemoCommand): Promise<unknown> {
      switch (command.command) {
        case 'act':
          return (meta.userOf(command.number) ?? userOf(server.phone(command.number))).act(command.chat, command.action)
        case 'contact':
          return server.phone(command.number, { name: command.name })
        case 'scan': {
          const shown = product.connections().find(({ id }) => id === command.connectionId)?.qrcode
          await server.phone(command.number).scan(command.qr.trim() || shown || '')
          return undefined
        }
        case 'code':
          await server.phone(command.number).typeLinkCode(command.code)
          return undefined
        case 'pay':
          return bank.pay(command.code)
        case 'network':
          network = command.on
          server.refuseConnections(!command.on)
          if (!command.on) server.dropConnections()
          return undefined
      }
    },
  }
}

function waitingConnections(connections: readonly ConnectionRow[]) {
  return connections
    .filter(({ status }) => status === 'qrcode')
    .map(({ qrcode, id, name, status, pairingCode }) => ({ id, name, status, pairingCode, hasQrCode: qrcode !== '' }))
}

const Number_ = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\D/g, '')),
  v.minLength(10, 'Informe o número com país e DDD'),
  v.maxLength(15, 'Esse número é longo demais'),
)
const Text = v.pipe(v.string(), v.maxLength(4096))
const Quote = v.optional(v.string())
const PhoneAction = v.variant('do', [
  v.object({ do: v.literal('say'), text: v.pipe(Text, v.minLength(1)), quote: Quote }),
  v.object({ do: v.picklist(['image', 'voice', 'document', 'place', 'card']), quote: Quote }),
  v.object({ do: v.literal('tap'), id: v.string(), option: v.string() }),
  v.object({ do: v.literal('story'), text: v.pipe(Text, v.minLength(1)) }),
  v.object({ do: v.literal('react'), id: v.string(), emoji: v.pipe(v.string(), v.maxLength(40)) }),
  v.object({ do: v.literal('edit'), id: v.string(), text: v.pipe(Text, v.minLength(1)) }),
  v.object({ do: v.literal('erase'), id: v.string() }),
  v.object({ do: v.picklist(['read', 'picture']) }),
  v.object({ do: v.picklist(['typing', 'online']), on: v.boolean() }),
])
const Command = v.variant('command', [
  v.object({ command: v.literal('act'), number: Number_, chat: v.string(), action: PhoneAction }),
  v.object({
    command: v.literal('contact'),
    number: Number_,
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  }),
  v.object({ command: v.literal('scan'), number: Number_, qr: Text, connectionId: v.optional(v.number()) }),
  v.object({ command: v.literal('code'), number: Number_, code: v.pipe(v.string(), v.minLength(8), v.maxLength(12)) }),
  v.object({ command: v.literal('pay'), code: v.pipe(v.string(), v.maxLength(1000)) }),
  v.object({ command: v.literal('network'), on: v.boolean() }),
])

async function takeCommand(request: Request, demo: Demo) {
  if (!isOwn(request)) return new Response('Só a própria página pode pedir isso', { status: 403 })
  const command = v.safeParse(Command, await request.json().catch(() => undefined))
  if (!command.success) return Response.json({ error: command.issues[0].message }, { status: 400 })
  try {
    await demo.execute(command.output)
    return Response.json({ done: true })
  } catch (error) {
    return Response.json({ error: error instanceof Error ? error.message : String(error) }, { status: 409 })
  }
}

/** Rejects requests of other sites that are open in the same browser. */
function isOwn(request: Request) {
  const origin = request.headers.get('origin')
  return origin === new URL(request.url).origin && isLocal(request)
}

const isLocal = (request: Request) => /^(localhost|127\.0\.0\.1)$/.test(new URL(request.url).hostname)

function streamChanges(request: Request, demo: Demo, { listen }: PhonePageOptions) {
  if (!isLocal(request)) return new Response(null, { status: 403 })
  const { searchParams } = new URL(request.url)
  const [number, chat] = [searchParams.get('number') ?? '', searchParams.get('chat') ?? '']
  let end = () => {}
  const stream = new ReadableStream({
    start(controller) {
      let last = ''
      let timer: Timer | undefined
      function sendState() {
        timer = undefined
        const text = JSON.stringify(demo.state(number, chat))
        if (text === last) return
        last = text
        controller.enqueue(`data: ${text}\n\n`)
      }
      const poll = setInterval(sendState, pollMs)
      const stopListening = listen(() => (timer ??= setTimeout(sendState, settleMs)))
      end = () => {
        clearInterval(poll)
        clearTimeout(timer)
        stopListening()
      }
      sendState()
    },
    cancel: () => end(),
  })
  request.signal.addEventListener('abort', () => end())
  return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}

async function sendMedia(request: Request, { server, meta }: PhonePageOptions) {
  if (!isLocal(request)) return new Response(null, { status: 403 })
  const { searchParams } = new URL(request.url)
  const [number, id] = [searchParams.get('number') ?? '0', searchParams.get('id') ?? '']
  const bytes = meta.userOf(number) ? await readFile(meta, id) : await download(server.phone(number), id)
  if (!bytes) return new Response('Esse arquivo não existe', { status: 404 })
  const headers = { 'content-type': sniffType(bytes.subarray(0, 64), ''), 'x-content-type-options': 'nosniff' }
  return new Response(bytes, { headers: { ...headers, 'cache-control': 'private, max-age=3600' } })
}

async function download(phone: Phone, id: string) {
  const message = phone.message(id)
  return message && new Uint8Array(await phone.download(message))
}

async function readFile({ store }: Pick<DemoMeta, 'store'>, messageId: string) {
  const file = store.file(messageId)
  return (await file.exists()) ? file.bytes() : undefined
}
