import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type ReactNode, type RefObject, useState, useLayoutEffect, type ComponentType } from 'react'
import { useApp, useUser, type AppModels } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'
import { paneAttributes, isFocusLost } from '../ui/layout/focus'
import { LaterCommands, LaterSideMenu, LaterTopBar } from './later-frame'
import { storageTone } from '../../src/kernel/company/company-plan.contract'
import { CalendarClock, HardDrive, History, VolumeX } from '../ui/icons'
import { links } from '../app/links'
import { isAdmin } from '../app/screen-access'
import { Link } from '../ui/display/link'
import type { DialogName } from '../app/appearance-model'
import type { FramePanelProps } from '../app/frame-panel'
import { frameSlots, loadPanel, paletteSettings, type PanelLoader } from './frame-slots'

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
        <LaterSideMenu />
      </aside>
      <LaterTopBar />
      <LiveLine />
      <ReadOnlyLine />
      <MutedLine />
      <HeldLine />
      <SubscriptionLine />
      <main className="frame-content" id={contentId} ref={content} tabIndex={-1} {...paneAttributes()}>
        {children}
      </main>
      <FrameDialogs />
      <LaterCommands />
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

/** For all, whose changes are refused. */
function ReadOnlyLine() {
  useSignals()
  const t = useTexts().session
  if (!useUser().company.readOnly) return null
  return (
    <p className="subscription-line row" role="status" data-tone="warning">
      <HardDrive size={14} aria-hidden />
      {t.readOnly}
    </p>
  )
}

/** For admins, who would look for what is wrong with their connections. */
function MutedLine() {
  useSignals()
  const t = useTexts().session
  const user = useUser()
  if (!user.company.muted || !isAdmin(user)) return null
  return (
    <p className="subscription-line row" role="status" data-tone="warning">
      <VolumeX size={14} aria-hidden />
      {t.companyMuted}
    </p>
  )
}

/** For admins, after the company went back to an earlier state. */
function HeldLine() {
  useSignals()
  const t = useTexts().session
  const user = useUser()
  const { navigation } = useApp()
  if (!user.company.hasHeld || navigation.shown.value.path === links.restored()) return null
  return (
    <p className="subscription-line row" role="status" data-tone="warning">
      <History size={14} aria-hidden />
      {t.heldAfterRestore}
      <Link href={links.restored()}>{t.seeHeld}</Link>
    </p>
  )
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

/** After the first screen has loaded what it needs. The palette should answer its key at once. */
const paletteAheadMs = 5000

const loaders: Record<DialogName, PanelLoader | undefined> = {
  palette: () => import('./palette/command-palette'),
  shortcuts: () => import('./shortcut/shortcut-list'),
  profile: frameSlots.editProfile,
  pause: frameSlots.pause,
  security: frameSlots.security,
  announcement: frameSlots.announcement,
  notices: frameSlots.notices,
}

function FrameDialogs() {
  useSignals()
  const app = useApp()
  useFirstKeys(app)
  const { appearance } = app
  const name = appearance.dialog.value
  const Dialog = useDialog(name)
  useEffect(() => {
    // Opening it tries again.
    const fetchAhead = () => void Promise.all([loadPanel(app, loaders.palette), paletteSettings()]).catch(() => {})
    const timer = setTimeout(fetchAhead, paletteAheadMs)
    return () => clearTimeout(timer)
  }, [app])
  const typed = useTypedAhead(name === 'palette' && !Dialog)
  return Dialog ? (
    <Dialog typed={typed.current} field={appearance.dialogField.value} close={() => appearance.showDialog(undefined)} />
  ) : null
}

/** Opens the palette, and keeps the keys that the code of the other commands will read. */
function useFirstKeys({ appearance, commands, navigation }: AppModels) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      const isPaletteKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!isPaletteKey) return commands.keepKey(event, navigation.shown.peek().path)
      event.preventDefault()
      appearance.showDialog(appearance.dialog.peek() === 'palette' ? undefined : 'palette')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [appearance, commands, navigation])
}

function SpokenNotices() {
  useSignals()
  const { appearance } = useApp()
  return (
    <div className="visually-hidden" role="log" aria-live="polite">
      {appearance.spoken.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

/** Keeps what is typed until the palette is shown, which would otherwise land in the field that has the focus. */
function useTypedAhead(isLoading: boolean) {
  const typed = useRef('')
  useLayoutEffect(() => {
    if (!isLoading) return
    typed.current = ''
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      typed.current += event.key
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isLoading])
  return typed
}

function useDialog(name: DialogName | undefined) {
  const app = useApp()
  const [loaded, setLoaded] = useState<{ name: DialogName; panel: ComponentType<FramePanelProps> }>()
  useEffect(() => {
    if (!name) return setLoaded(undefined)
    let wanted = true
    void loadPanel(app, loaders[name]).then((code) => wanted && code && setLoaded({ name, panel: code.panel }))
    return () => void (wanted = false)
  }, [app, name])
  return loaded && loaded.name === name ? loaded.panel : undefined
}
