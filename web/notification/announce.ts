import type { AppearanceModel } from '../app/appearance-model'
import { claimNotification } from './tab-leader'
import type { NavigationModel } from '../page/navigation-model'

interface AnnounceParts {
  appearance: AppearanceModel
  navigation: NavigationModel
}

interface Announcement {
  /** Of what kind it is, and which one: of several tabs one announces. */
  told: { key: string; id: number }
  title: string
  body: string
  icon: string
  /** A later notice of the same takes its place. */
  tag: string
  /** Where a press leads. */
  href: string
}

const shownMs = 8000

/** The sound, and a notice of the browser where nobody looks at this window. */
export function announce({ appearance, navigation }: AnnounceParts, announcement: Announcement) {
  const { told, title, body, icon, tag, href } = announcement
  if (!claimNotification(told.key, told.id)) return
  const volume = appearance.volume.peek()
  if (volume > 0) void import('./notification-sound').then(({ playChime }) => playChime(volume), reportError)
  if (document.hasFocus() || !('Notification' in window) || Notification.permission !== 'granted') return
  // We have a sound of our own, with a volume.
  const notice = new Notification(title, { body, icon: icon || undefined, tag, silent: true })
  const timer = setTimeout(() => notice.close(), shownMs)
  notice.onclick = () => {
    clearTimeout(timer)
    notice.close()
    window.focus()
    void navigation.go(href)
  }
}
