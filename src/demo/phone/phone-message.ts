import { element } from './phone-elements'
import type { MessageView, PhoneAction, Tick } from './phone-view.types'

export interface MessageActions {
  quote(message: MessageView): void
  edit(message: MessageView): void
  erase(message: MessageView): void
  react(message: MessageView, emoji: string): void
  tap(message: MessageView, option: string): void
  can: readonly PhoneAction['do'][]
}

const ticks: Record<Tick, [symbol: string, label: string]> = {
  clock: ['🕓', 'esperando a internet'],
  sent: ['✓', 'enviada'],
  delivered: ['✓✓', 'entregue'],
  read: ['✓✓', 'lida'],
}
const emojis = ['👍', '❤️', '😂', '😮', '🙏']

export function messageElement(number: string, message: MessageView, actions: MessageActions) {
  return element(
    'li',
    { class: message.mine ? 'message mine' : 'message', 'data-id': message.id, tabindex: '0' },
    bubble(number, message),
    message.options ? menu(message, message.options, actions) : '',
    message.reactions.length > 0 ? element('span', { class: 'reactions' }, message.reactions.join(' ')) : '',
    message.erased || message.tick === 'clock' ? '' : actionBar(message, actions),
  )
}

function bubble(number: string, message: MessageView) {
  const { author, forwarded, quoted, text, erased } = message
  return element(
    'div',
    { class: 'bubble' },
    author ? element('div', { class: 'small' }, element('bdi', {}, author)) : '',
    forwarded ? element('div', { class: 'small' }, '↪ Encaminhada') : '',
    quoted ? element('div', { class: 'quoted' }, `${quoted.mine ? 'Você: ' : ''}${quoted.text || 'mensagem'}`) : '',
    ...parts(number, message),
    erased ? element('em', { class: 'small' }, '🚫 Mensagem apagada') : element('div', { dir: 'auto' }, text),
    foot(message),
  )
}

function foot({ at, edited, tick }: MessageView) {
  const time = new Date(at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
  const [symbol, label] = tick ? ticks[tick] : ['', '']
  return element(
    'div',
    { class: 'foot' },
    `${edited ? 'editada · ' : ''}${time} `,
    tick
      ? element('span', { class: 'tick', 'data-tick': tick, role: 'img', 'aria-label': label, title: label }, symbol)
      : '',
  )
}

function parts(number: string, { id, file, place, card }: MessageView): (Node | string)[] {
  const source = `/media?${new URLSearchParams({ number, id })}`
  if (file?.kind === 'image' || file?.kind === 'sticker') {
    return [element('img', { src: source, alt: 'Foto da conversa', loading: 'lazy' })]
  }
  if (file?.kind === 'voice' || file?.kind === 'audio') {
    return [element('audio', { src: source, controls: '', preload: 'none', 'aria-label': 'Áudio da conversa' })]
  }
  if (file)
    return [element('a', { href: source, target: '_blank', rel: 'noopener' }, `📄 ${file.name || 'arquivo'}`), '\n']
  if (place) return [`📍 ${place.name}\n`]
  if (card) return [`👤 ${card.name}\n+${card.number}\n`]
  return []
}

function menu(message: MessageView, options: NonNullable<MessageView['options']>, { tap }: MessageActions) {
  const buttons = options.map(({ id, title }) => {
    const button = element('button', { type: 'button' }, title)
    button.onclick = () => tap(message, id)
    return button
  })
  return element('div', { class: 'menu', role: 'group', 'aria-label': 'Opções' }, ...buttons)
}

function actionBar(message: MessageView, actions: MessageActions) {
  const actionButton = (text: string, run: () => void, label = text) => {
    const button = element('button', { type: 'button', 'aria-label': label }, text)
    button.onclick = run
    return button
  }
  const { can } = actions
  const isText = !message.file && !message.place && !message.card
  return element(
    'div',
    { class: 'actions' },
    ...emojis.map((emoji) => actionButton(emoji, () => actions.react(message, emoji), `Reagir com ${emoji}`)),
    message.reactions.length > 0 ? actionButton('✕', () => actions.react(message, ''), 'Tirar a reação') : '',
    actionButton('Responder', () => actions.quote(message)),
    message.mine && isText && can.includes('edit') ? actionButton('Editar', () => actions.edit(message)) : '',
    message.mine && can.includes('erase') ? actionButton('Apagar', () => actions.erase(message)) : '',
  )
}
