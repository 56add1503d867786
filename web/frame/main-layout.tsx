import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type ReactNode, type RefObject, useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { FrameDialogs, SpokenNotices } from './frame-dialogs'
import { useUi } from '../ui/context/ui-context'
import { paneAttributes, isFocusLost } from '../ui/layout/focus'
import { SideMenu } from './menu/side-menu'
import { TopBar } from './menu/top-bar'
import { storageTone } from '../../src/platform/plan/storage-use.contract'
import { CalendarClock, HardDrive } from '../ui/icons'
import { links } from '../app/links'
import { isAdmin } from '../app/screen-access'
import { Link } from '../ui/display/link'
import { Modal } from '../ui/dialog/modal'

export const contentId = 'content'

export function MainLayout({ children }: { children: ReactNode }) {
  useSignals()
  const { appearance } = useApp()
  const t = useTexts().frame
  const content = useRef<HTMLElement>(null)
  return (
    <div className="frame" data-menu={appearance.menuOpen.value ? 'open' : 'closed'}>
      <a className="frame-skip" href={`#${contentId}`}>
        {t.skipToContent}
      </a>
      <ProgressLine />
      <aside className="frame-menu" {...paneAttributes('[aria-current]')}>
        <SideMenu />
      </aside>
      <MenuSheet />
      <TopBar />
      <LiveLine />
      <SubscriptionLine />
      <main className="frame-content" id={contentId} ref={content} tabIndex={-1} {...paneAttributes()}>
        {children}
      </main>
      <FrameDialogs />
      <SpokenNotices />
      <ContentFocus content={content} />
    </div>
  )
}

/** As a loaded document does, but not on the first page. Apart, so that dialogs do not render the frame. */
function ContentFocus({ content }: { content: RefObject<HTMLElement | null> }) {
  useSignals()
  const { navigation } = useApp()
  const { key, path } = navigation.shown.value
  const first = useRef({ key, path })
  const modal = useUi().modals.top.value
  useEffect(() => {
    const before = first.current
    first.current = { key, path }
    if (before.key !== key) {
      content.current?.scrollTo(0, 0)
      if (!content.current?.contains(document.activeElement)) content.current?.focus({ preventScroll: true })
    } else if (before.path !== path && isFocusLost()) content.current?.focus({ preventScroll: true })
  }, [key, path])
  const lastModal = useRef(modal)
  useEffect(() => {
    const isClosed = lastModal.current !== undefined && modal === undefined
    lastModal.current = modal
    // A dialog that came with its page has no earlier focus to restore.
    if (isClosed && isFocusLost()) content.current?.focus({ preventScroll: true })
  }, [modal])
  return null
}

/** For users who can pay: the last days before the due date, or that the plan's storage is nearly used. */
function SubscriptionLine() {
  useSignals()
  const t = useTexts().session
  const { session, navigation } = useApp()
  const user = useUser()
  const { state, daysLeft } = session.subscription()
  if (!isAdmin(user)) return null
  // The linked pages say the same.
  const path = navigation.shown.value.path
  if (state === 'to-expire' || state === 'expires-today') {
    if (path === links.finance()) return null
    return (
      <p className="subscription-line row" role="status">
        <CalendarClock size={14} aria-hidden />
        {state === 'expires-today' ? t.expiresToday : t.expiresIn(daysLeft)}
        <Link href={links.finance()}>{t.seeInvoices}</Link>
      </p>
    )
  }
  const { storagePercent } = user.company
  const tone = storageTone(storagePercent)
  if (storagePercent === null || !tone || path === links.subscription()) return null
  return (
    <p className="subscription-line row" role="status" data-tone={tone}>
      <HardDrive size={14} aria-hidden />
      {storagePercent < 100 ? t.storageUsed(storagePercent) : t.storageFull}
      <Link href={links.subscription()}>{t.seePlan}</Link>
    </p>
  )
}

function ProgressLine() {
  useSignals()
  const { navigation } = useApp()
  const t = useTexts().frame
  if (navigation.pending.value === undefined) return null
  return <div className="progress-line" role="progressbar" aria-label={t.loadingPage} />
}

function MenuSheet() {
  useSignals()
  const t = useTexts().frame
  const { appearance } = useApp()
  const close = () => appearance.showSheet(false)
  if (!appearance.sheetOpen.value) return null
  return (
    <Modal className="menu-sheet" label={t.menu} onClose={close}>
      <SideMenu idPrefix="sheet" onChoose={close} />
    </Modal>
  )
}

const backShownMs = 2000

export function LiveLine() {
  useSignals()
  const { live } = useApp()
  const t = useTexts().frame.live
  const down = live.interrupted.value
  const back = useJustEnded(down)
  const state = down ? (live.state.value === 'offline' ? 'offline' : 'connecting') : back ? 'back' : undefined
  return (
    <div className="live-line" role="status" data-state={state}>
      {state && t[state]}
    </div>
  )
}

/** Returns true for a moment after the condition has ended. */
function useJustEnded(condition: boolean) {
  const [ended, setEnded] = useState(false)
  const before = useRef(condition)
  useEffect(() => {
    const was = before.current
    before.current = condition
    setEnded(was && !condition)
    if (!was || condition) return
    const timer = setTimeout(() => setEnded(false), backShownMs)
    return () => clearTimeout(timer)
  }, [condition])
  return ended
}
