import type { MessageView } from '../../src/message/message.contract'
import type { TicketView } from '../../src/ticket/ticket.contract'
import { links } from '../links'
import { plainText } from '../message/format-text'
import type { NotificationParts } from './notification-model'

const announcedKey = 'announced-message'
const shownMs = 8000

/** The sound, and a notice of the browser where nobody looks at this window. Of several tabs one announces. */
export function announceMessage(
  { appearance, navigation }: Pick<NotificationParts, 'appearance' | 'navigation'>,
  ticket: TicketView,
  message: MessageView,
) {
  if (Number(localStorage.getItem(announcedKey)) >= message.id) return
  localStorage.setItem(announcedKey, String(message.id))
  const volume = appearance.volume.peek()
  if (volume > 0) void import('./notification-sound').then(({ playChime }) => playChime(volume), reportError)
  if (document.hasFocus() || !('Notification' in window) || Notification.permission !== 'granted') return
  const { name, urlPicture } = ticket.contact
  const notice = new Notification(name, {
    body: plainText(message.body).slice(0, 120) || ticket.lastMessage,
    icon: urlPicture || undefined,
    tag: `ticket-${ticket.id}`,
    // We have a sound of our own, with a volume.
    silent: true,
  })
  const timer = setTimeout(() => notice.close(), shownMs)
  notice.onclick = () => {
    clearTimeout(timer)
    notice.close()
    window.focus()
    void navigation.go(links.ticket(ticket.uuid))
  }
}
