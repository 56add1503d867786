import type { MessageView } from '../../../src/message/message.contract'
import type { TicketView } from '../../../src/ticket/ticket.contract'
import { isFirstToTell } from '../../frame/first-to-tell'
import { links } from '../../links'
import { plainText } from '../../message/bubble/format-text'
import type { NotificationParts } from './notification-model'

const shownMs = 8000

/** The sound, and a notice of the browser where nobody looks at this window. Of several tabs one announces. */
export function announceMessage(
  { appearance, navigation, companyId }: Pick<NotificationParts, 'appearance' | 'navigation'> & { companyId: number },
  ticket: TicketView,
  message: MessageView,
) {
  if (!isFirstToTell(`announced-messages-${companyId}`, message.id)) return
  const volume = appearance.volume.peek()
  if (volume > 0) void import('../../frame/notification-sound').then(({ playChime }) => playChime(volume), reportError)
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
