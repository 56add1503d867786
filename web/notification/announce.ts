import type { AppearanceModel } from '../app/appearance-model'
import type { NavigationModel } from '../page/navigation-model'
import type { SessionModel } from '../session/session-model'
import { isPushDevice } from './push-device-key'

const rememberedMax = 20

interface AnnounceParts {
  session: Pick<SessionModel, 'user'>
  appearance: AppearanceModel
  navigation: NavigationModel
}

interface Announcement {
  /** The kind and id of the announced item: only one of several tabs announces it. */
  item: { key: string; id: number }
  title: string
  body: string
  icon: string
  /** A later notification with the same tag replaces it. */
  tag: string
  href: string
  /** The page tells screen readers by itself. */
  isSpoken?: boolean
}

const shownMs = 8000

/** Plays the sound. Shows a browser notification while this window is hidden, and tells screen readers otherwise. */
export function announce({ appearance, navigation, session }: AnnounceParts, announcement: Announcement) {
  const { item, title, body, icon, tag, href } = announcement
  if (document.hasFocus() && !announcement.isSpoken) appearance.say(body === '' ? title : `${title}: ${body}`)
  if (!claimNotification(item.key, item.id)) return
  const volume = appearance.volume.peek()
  if (volume > 0) void import('./notification-sound').then(({ playChime }) => playChime(volume), reportError)
  if (document.hasFocus() || !('Notification' in window) || Notification.permission !== 'granted') return
  const user = session.user.peek()
  // By push, then.
  if (user && document.visibilityState === 'hidden' && isPushDevice(user)) return
  // Silent, because the product plays its own sound with a volume.
  const notice = new Notification(title, { body, icon: icon || undefined, tag, silent: true })
  const timer = setTimeout(() => notice.close(), shownMs)
  notice.onclick = () => {
    clearTimeout(timer)
    notice.close()
    window.focus()
    void navigation.go(href)
  }
}

/** Returns false when another tab of this browser has announced it. `key`: the kind of item. */
function claimNotification(key: string, id: number) {
  const known = (localStorage.getItem(key) ?? '').split(',').filter((one) => one !== '')
  if (known.includes(String(id))) return false
  localStorage.setItem(key, [...known, id].slice(-rememberedMax).join())
  return true
}
