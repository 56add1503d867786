import { effect } from '@preact/signals-react'
import type { AppModels } from './app-context'
import { documentTitle } from './page/page-title'

/** What runs in the browser only, once the page stands: history, the live line, what this browser remembers. */
export function startApp(app: AppModels) {
  const { appearance, live, navigation, notifications, pageTitle, session, branding } = app
  navigation.start()
  appearance.restore()
  effect(() => {
    document.title = documentTitle(pageTitle.value, branding.name, notifications.waiting.value)
  })
  prefetchHoveredLinks(app)
  if (!session.user.value) return
  // A page that knows better takes the missed news up by itself.
  live.fallback('reload', () => void navigation.reload())
  live.open()
  notifications.start()
  followSignOutOfOtherTabs()
}

function prefetchHoveredLinks({ navigation }: AppModels) {
  document.addEventListener('pointerover', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (link) navigation.prefetch(link.href)
  })
}

function followSignOutOfOtherTabs() {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token' && newValue === null) location.reload()
  })
}
