import { messageElement, type MessageActions } from './phone-message'
import type { ChannelName } from '../../channel/channel-rules.contract'
import type { ContactView, PhoneAction, DemoCommand, DemoState } from './phone-view.types'
import { element, hueOf, initialsOf, timeOf } from './phone-elements'

const at = <Kind extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as Kind

/** The address contains phone and open chat, so that several windows can show several people. */
const address = new URLSearchParams(location.search)
let number = address.get('number') ?? ''
let chat = address.get('chat') ?? ''
let channel: ChannelName = 'whatsapp'
let state: DemoState | undefined
let stream: EventSource | undefined
let context: { kind: 'quote' | 'edit'; id: string; text: string } | undefined
let typingTimer: ReturnType<typeof setTimeout> | undefined
const shown = new Map<string, { text: string; node: HTMLElement }>()

function follow() {
  stream?.close()
  const query = new URLSearchParams({ number, chat })
  history.replaceState(null, '', `?${query}`)
  stream = new EventSource(`/changes?${query}`)
  stream.onmessage = ({ data }: MessageEvent<string>) => show(JSON.parse(data) as DemoState)
}

async function send(command: DemoCommand) {
  const body = JSON.stringify(command)
  const answer = await fetch('/commands', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (answer.ok) return true
  const { error } = (await answer.json().catch(() => ({}))) as { error?: string }
  showError(error ?? 'Não foi possível.')
  return false
}

function showError(text: string) {
  at('toast').textContent = text
  setTimeout(() => (at('toast').textContent = ''), 5000)
}

const act = (action: PhoneAction) => send({ command: 'act', number, chat, action })

function show(next: DemoState) {
  state = next
  if (next.phone) channel = next.phone.channel
  if (!next.phone && next.contacts[0]) return choose(next.contacts[0].number)
  showContacts()
  showPairing(next)
  showCharges(next)
  if (next.phone) showPhone(next.phone)
}

function choose(nextNumber: string, nextChat = '') {
  ;[number, chat] = [nextNumber, nextChat]
  shown.clear()
  at('messages').replaceChildren()
  setContext(undefined)
  follow()
}

const channelNames: Record<ChannelName, string> = {
  whatsapp: 'WhatsApp',
  whatsappapi: 'WhatsApp API',
  facebook: 'Messenger',
  instagram: 'Instagram',
}

function showChannels() {
  const names = Object.entries(channelNames) as [ChannelName, string][]
  const contacts = state?.contacts ?? []
  const buttons = names.map(([name, label]) => {
    const own = contacts.filter((contact) => contact.channel === name)
    const unread = own.reduce((sum, contact) => sum + contact.unread, 0)
    const text = unread ? `${label} (${unread})` : label
    const button = element('button', { type: 'button', 'aria-pressed': String(name === channel) }, text)
    button.onclick = () => own[0] && choose(own[0].number)
    return button
  })
  at('channels').replaceChildren(...buttons)
  at('new-contact').hidden = channel !== 'whatsapp'
}

function showContacts() {
  showChannels()
  const wanted = fold(at<HTMLInputElement>('search').value)
  const fits = (contact: ContactView) =>
    contact.channel === channel && (fold(contact.name).includes(wanted) || contact.number.includes(wanted))
  const rows = (state?.contacts ?? []).filter(fits).slice(0, 100).map(contactRow)
  at('contacts').replaceChildren(...rows)
}

function contactRow({ channel: own, name, number: digits, lastText, lastAt, unread }: ContactView) {
  const isPhone = own !== 'facebook' && own !== 'instagram'
  const face = element('span', { class: 'face', style: `--hue: ${hueOf(digits)}` }, initialsOf(name))
  const row = element(
    'button',
    { type: 'button', 'aria-current': String(digits === number), 'data-number': digits },
    face,
    element('span', { class: 'line' }, element('bdi', {}, name)),
    element('span', { class: 'small' }, lastAt ? timeOf(lastAt) : ''),
    element(
      'span',
      { class: 'line small' },
      element('bdi', {}, lastText || (isPhone ? `+${digits}` : 'Ainda não escreveu')),
    ),
    unread > 0 ? element('span', { class: 'badge' }, String(unread)) : '',
  )
  row.onclick = () => choose(digits)
  return element('li', {}, row)
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function showPhone(phone: NonNullable<DemoState['phone']>) {
  if (chat !== phone.chat) chat = phone.chat
  const open = phone.chats.find(({ jid }) => jid === phone.chat)
  const doing = { composing: 'digitando…', recording: 'gravando áudio…', '': phone.online ? 'online' : 'sem internet' }
  at('top').replaceChildren(
    element('span', { class: 'face', style: `--hue: ${hueOf(phone.chat)}` }, initialsOf(open?.name ?? '?')),
    element(
      'div',
      {},
      element('div', {}, element('bdi', {}, open?.name ?? 'Nenhuma empresa conectada')),
      element('div', { class: 'small' }, `${doing[phone.doing]} · celular de ${phone.name}`),
    ),
  )
  const tabs = phone.chats.length > 1 ? phone.chats : []
  at('chats').replaceChildren(
    ...tabs.map(({ jid, name, unread }) => {
      const tab = element(
        'button',
        { class: 'line', 'aria-current': String(jid === phone.chat) },
        unread ? `${name} (${unread})` : name,
      )
      tab.onclick = () => choose(number, jid)
      return tab
    }),
  )
  at<HTMLInputElement>('online').checked = phone.online
  at('own-phone').hidden = !phone.can.includes('online')
  for (const button of at('attachments').querySelectorAll('button')) {
    button.hidden = !phone.can.includes(button.dataset['do'] as PhoneAction['do'])
  }
  showMessages(phone)
  if (open && open.unread > 0 && phone.online && document.visibilityState === 'visible') void act({ do: 'read' })
}

/** Unchanged elements are kept, so that a recording continues to play. */
function showMessages({ messages, can }: NonNullable<DemoState['phone']>) {
  const list = at('messages')
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80 || shown.size === 0
  const nodes: HTMLElement[] = []
  let day = ''
  for (const message of messages) {
    const date = new Date(message.at).toLocaleDateString('pt-BR', { day: 'numeric', month: 'long' })
    if (date !== day) nodes.push(element('li', { class: 'day' }, date))
    day = date
    const text = JSON.stringify(message)
    const known = shown.get(message.id)
    const node = known?.text === text ? known.node : messageElement(number, message, { ...messageActions, can })
    shown.set(message.id, { text, node })
    nodes.push(node)
  }
  const same = nodes.length === list.children.length && nodes.every((node, index) => node === list.children[index])
  if (!same) list.replaceChildren(...nodes)
  if (isAtEnd) list.scrollTop = list.scrollHeight
}

const messageActions: Omit<MessageActions, 'can'> = {
  quote: ({ id, text }) => setContext({ kind: 'quote', id, text }),
  edit: ({ id, text }) => setContext({ kind: 'edit', id, text }),
  erase: ({ id }) => void act({ do: 'erase', id }),
  react: ({ id }, emoji) => void act({ do: 'react', id, emoji }),
  tap: ({ id }, option) => void act({ do: 'tap', id, option }),
}

function setContext(next: typeof context) {
  context = next
  const cancel = element('button', { type: 'button', 'aria-label': 'Cancelar' }, '✕')
  cancel.onclick = () => setContext(undefined)
  const label = next?.kind === 'edit' ? 'Editando: ' : 'Respondendo: '
  at('context').replaceChildren(
    ...(next ? [cancel, element('span', { class: 'line' }, label + (next.text || 'mensagem'))] : []),
  )
  const field = writing()
  if (next?.kind === 'edit') field.value = next.text
  if (next) field.focus()
}

const writing = () => at<HTMLFormElement>('write').elements.namedItem('text') as HTMLInputElement
const quote = () => (context?.kind === 'quote' ? { quote: context.id } : {})

at('write').onsubmit = async (event) => {
  event.preventDefault()
  const field = writing()
  const text = field.value.trim()
  if (!text) return
  const action: PhoneAction =
    context?.kind === 'edit' ? { do: 'edit', id: context.id, text } : { do: 'say', text, ...quote() }
  field.value = ''
  setContext(undefined)
  stopTyping()
  if (!(await act(action))) field.value = text
}

writing().oninput = () => {
  if (typingTimer === undefined) void act({ do: 'typing', on: true })
  clearTimeout(typingTimer)
  typingTimer = setTimeout(stopTyping, 3000)
}

function stopTyping() {
  if (typingTimer === undefined) return
  clearTimeout(typingTimer)
  typingTimer = undefined
  void act({ do: 'typing', on: false })
}

at('attachments').onclick = (event) => {
  const kind = (event.target as HTMLElement).dataset['do'] as
    'image' | 'voice' | 'document' | 'place' | 'card' | 'story' | undefined
  if (!kind) return
  if (kind === 'story') return void act({ do: 'story', text: 'Amei! 😍' })
  void act({ do: kind, ...quote() })
  setContext(undefined)
}

at('online').onchange = (event) => void act({ do: 'online', on: (event.target as HTMLInputElement).checked })
at('network').onchange = (event) => void send({ command: 'network', on: (event.target as HTMLInputElement).checked })
at('picture').onclick = () => void act({ do: 'picture' })
at('search').oninput = showContacts

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '')

at<HTMLFormElement>('new-contact').onsubmit = async (event) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  const data = new FormData(form)
  const digits = textOf(data, 'number').replace(/\D/g, '')
  if (!(await send({ command: 'contact', number: digits, name: textOf(data, 'name') }))) return
  form.reset()
  choose(digits)
}

function showPairing({ waiting, linked, network }: DemoState) {
  at<HTMLInputElement>('network').checked = network
  at('linked').replaceChildren(
    ...linked.map(({ number: digits, name, connected }) =>
      element('li', {}, `${connected ? '🟢' : '⚪'} ${name} (+${digits})`),
    ),
  )
  at('waiting').replaceChildren(
    ...waiting.map(({ id, name, hasQrCode, pairingCode }) => {
      const scan = element(
        'button',
        { class: 'primary', type: 'button' },
        pairingCode ? `Digitar o código ${pairingCode}` : `Escanear o QR de “${name}”`,
      )
      scan.onclick = () => void (pairingCode ? pair({ code: pairingCode }) : pair({ qr: '', connectionId: id }))
      return hasQrCode || pairingCode ? scan : ''
    }),
    waiting.length === 0 ? element('p', {}, 'Nenhum QR code à espera.') : '',
  )
}

function pair(what: { code: string } | { qr: string; connectionId?: number }) {
  const digits = textOf(new FormData(at<HTMLFormElement>('pair')), 'number').replace(/\D/g, '')
  return send(
    'code' in what ? { command: 'code', number: digits, ...what } : { command: 'scan', number: digits, ...what },
  )
}

at('pair').onsubmit = async (event) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  const code = textOf(new FormData(form), 'code').trim()
  if (code === '') return showError('Cole o QR code como texto, ou digite o código de 8 letras.')
  const isShort = /^[A-Za-z0-9-]{8,9}$/.test(code)
  if (await pair(isShort ? { code } : { qr: code })) (form.elements.namedItem('code') as HTMLTextAreaElement).value = ''
}

function showCharges({ charges }: DemoState) {
  at('charges').replaceChildren(
    ...charges.slice(0, 5).map(({ code, amount, text }) => {
      const value = amount.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
      const pay = element('button', { class: 'primary', type: 'button' }, `Pagar ${value}`)
      pay.onclick = () => void send({ command: 'pay', code })
      return element('p', {}, element('bdi', {}, text), ' ', pay)
    }),
    charges.length === 0 ? element('p', {}, 'Nenhuma cobrança em aberto.') : '',
  )
}

at('pay').onsubmit = async (event) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  const code = textOf(new FormData(form), 'code').trim()
  if (code === '') return showError('Cole o código Pix.')
  if (await send({ command: 'pay', code })) form.reset()
}

follow()
