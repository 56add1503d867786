import { effect, untracked, type Signal } from '@preact/signals-react'
import type { NotificationEvent, NotificationView } from '../../src/notification/notification.calls'
import { links } from '../app/links'
import { onReconnect } from '../live/on-reconnect'
import { createTouchLog } from '../live/touch-log'
import { announce } from './announce'
import { placeOf } from './notification-rules'
import type { NotificationParts } from './unread-tickets'

interface PersonalState extends NotificationParts {
  personal: Signal<readonly NotificationView[]>
}

/** Those of the open conversation are read at once. Returns the function that stops it. */
export function followPersonal(state: PersonalState): () => void {
  const { api, live, session, navigation, personal } = state
  const user = session.user.peek()
  if (!user) return () => {}
  const touches = createTouchLog<number>()

  function take(event: NotificationEvent) {
    if (event.action === 'delete') {
      for (const id of event.notificationIds) touches.touch(id)
      personal.value = personal.peek().filter(({ id }) => !event.notificationIds.includes(id))
      return
    }
    const { notification } = event
    touches.touch(notification.id)
    personal.value = withNewer(personal.peek(), [notification])
    if (isOnScreen(state, notification)) return readShown()
    announcePersonal(state, notification, user?.companyId)
  }

  function readShown() {
    const [shown] = personal.peek().filter((one) => isOnScreen(state, one))
    if (!shown) return
    const { ticketId } = shown
    personal.value = personal.peek().filter((one) => one.ticketId !== ticketId)
    // A failed request is corrected by the next load.
    api.post('/notifications/read', { body: { ticketId } }).catch(() => {})
  }

  async function load() {
    const since = touches.begin()
    try {
      const { notifications } = await api.get('/notifications', {})
      const fresh = notifications.filter(({ id }) => !touches.touched(id, since))
      const later = personal.peek().filter(({ id }) => touches.touched(id, since))
      personal.value = withNewer(fresh, later)
      readShown()
    } catch {
      // The next reconnect loads again.
    } finally {
      touches.end()
    }
  }

  const stops = [
    live.subscribe('notification', take),
    onReconnect(live, () => void load()),
    effect(() => {
      void navigation.shown.value
      untracked(readShown)
    }),
  ]
  window.addEventListener('focus', readShown)
  void load()
  return () => {
    window.removeEventListener('focus', readShown)
    for (const stop of stops) stop()
  }
}

function isOnScreen({ navigation }: PersonalState, { ticketUuid }: NotificationView) {
  return navigation.shown.peek().path === links.ticket(ticketUuid) && document.hasFocus()
}

function announcePersonal(state: PersonalState, notification: NotificationView, companyId: number | undefined) {
  const { kind, from, contact, text, ticketId, id } = notification
  announce(state, {
    item: { key: `announced-notifications-${companyId}`, id },
    title: state.texts.ticket.notifications.personal[kind](from?.name ?? null, contact.name),
    body: text,
    icon: contact.urlPicture,
    tag: `notification-${kind}-${ticketId}`,
    href: placeOf(notification),
  })
}

function withNewer(earlier: readonly NotificationView[], newer: readonly NotificationView[]) {
  const isReplaced = ({ ticketId, kind }: NotificationView) =>
    newer.some((one) => one.ticketId === ticketId && one.kind === kind)
  return [...newer, ...earlier.filter((one) => !isReplaced(one))]
}
