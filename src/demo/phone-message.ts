import { element } from './phone-elements'
import type { MessageSeen, Tick } from './phone-view.types'

export interface MessageDeeds {
  quote(message: MessageSeen): void
  edit(message: MessageSeen): void
  erase(message: MessageSeen): void
  react(message: MessageSeen, emoji: string): void
}

const ticks: Record<Tick, [sign: string, words: string]> = {
  clock: ['🕓', 'esperando a internet'],
  sent: ['✓', 'enviada'],
  delivered: ['✓✓', 'entregue'],
  read: ['✓✓', 'lida'],
}
const emojis = ['👍', '❤️', '😂', '😮', '🙏']

export function messageElement(number: string, message: MessageSeen, deeds: MessageDeeds) {
  return element(
    'li',
    { class: message.mine ? 'message mine' : 'message', 'data-id': message.id, tabindex: '0' },
    bubble(number, message),
    message.reactions.length > 0 ? element('span', { class: 'reactions' }, message.reactions.join(' ')) : '',
    message.erased || message.tick === 'clock' ? '' : deedBar(message, deeds),
  )
}

function bubble(number: string, message: MessageSeen) {
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

function foot({ at, edited, tick }: MessageSeen) {
  const time = new Date(at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
  const [sign, words] = tick ? ticks[tick] : ['', '']
  return element(
    'div',
    { class: 'foot' },
    `${edited ? 'editada · ' : ''}${time} `,
    tick
      ? element('span', { class: 'tick', 'data-tick': tick, role: 'img', 'aria-label': words, title: words }, sign)
      : '',
  )
}

function parts(number: string, { id, file, place, card }: MessageSeen): (Node | string)[] {
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

function deedBar(message: MessageSeen, deeds: MessageDeeds) {
  const deed = (words: string, run: () => void, label = words) => {
    const button = element('button', { type: 'button', 'aria-label': label }, words)
    button.onclick = run
    return button
  }
  const isText = !message.file && !message.place && !message.card
  return element(
    'div',
    { class: 'deeds' },
    ...emojis.map((emoji) => deed(emoji, () => deeds.react(message, emoji), `Reagir com ${emoji}`)),
    message.reactions.length > 0 ? deed('✕', () => deeds.react(message, ''), 'Tirar a reação') : '',
    deed('Responder', () => deeds.quote(message)),
    message.mine && isText ? deed('Editar', () => deeds.edit(message)) : '',
    message.mine ? deed('Apagar', () => deeds.erase(message)) : '',
  )
}
