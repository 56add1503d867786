import { useSignals } from '@preact/signals-react/runtime'
import { memo, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import {
  Menu as MenuIcon,
  RotateCw,
  Search,
  Bell,
  Megaphone,
  MessageSquareText,
  Volume2,
  Volume1,
  VolumeX,
  type LucideIcon,
} from '../../ui/icons'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { isAdmin } from '../../app/screen-access'
import { IconButton } from '../../ui/button/button'
import { Link } from '../../ui/display/link'
import { KeyboardHint } from '../../ui/popup/keyboard-hint'
import { displayDay } from '../../i18n/format'
import { Modal } from '../../ui/dialog/modal'
import { SideMenu } from './side-menu'
import { ThemeToggle } from '../theme-toggle'
import { AccountMenu, PauseButton } from './account-menu'
import { VolumeSlider } from './volume-slider'
import { useAnnouncements } from '../../announcement/announcement-model'
import { useUnreadChats } from '../../internal-chat/unread/unread-chats-model'
import { useNotifications } from '../../notification/notification-model'
import type { FramePanelProps } from '../../app/frame-panel'
import { frameSlots, loadPanel } from '../frame-slots'
import { useActionCommands } from '../../app/use-commands'
import { Popover } from '../../ui/popup/popover'

export const TopBar = memo(function TopBar() {
  const t = useTexts().frame
  const { appearance } = useApp()
  return (
    <>
      <header className="top-bar row gap-3">
        <IconButton
          className="top-bar-menu"
          icon={MenuIcon}
          label={t.openMenu}
          onClick={() => appearance.showSheet(true)}
        />
        <Greeting />
        <SearchButton />
        <div className="top-bar-actions row">
          <ThemeToggle />
          <VolumeControl />
          <RefreshButton />
          <FramePanels />
          <PauseButton />
          <AccountMenu />
        </div>
      </header>
      <MenuSheet />
    </>
  )
})

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

/** What the frame of an expired company has of it. */
export function BarActions() {
  return (
    <>
      <ThemeToggle />
      <AccountMenu />
    </>
  )
}

function RefreshButton() {
  useSignals()
  const t = useTexts().frame
  const { navigation } = useApp()
  return (
    <IconButton
      className="top-bar-refresh"
      icon={RotateCw}
      label={t.refresh}
      data-busy={navigation.pending.value === undefined ? undefined : ''}
      onClick={() => navigation.reload()}
    />
  )
}

function Greeting() {
  useSignals()
  const t = useTexts().frame
  const { session } = useApp()
  const user = useUser()
  const { state } = session.subscription()
  return (
    <p className="top-bar-greeting">
      <span className="wide-only">{t.greeting(user.name, user.company.name)}</span>
      <span className="phone-only">{t.hello(user.name.split(' ')[0] ?? user.name)}</span>
      {isAdmin(user) && (
        <Link
          className="top-bar-due"
          data-state={state}
          href={state === 'expired' ? links.openFinance() : links.subscription()}
        >
          {t.dueDate(displayDay(user.company.dueDate))}
        </Link>
      )}
    </p>
  )
}

function SearchButton() {
  const t = useTexts().frame
  const { appearance } = useApp()
  return (
    <button type="button" className="top-bar-search row" onClick={() => appearance.showDialog('palette')}>
      <Search aria-hidden />
      <span>{t.search}</span>
      <span className="top-bar-search-keys" aria-hidden>
        <KeyboardHint keys={['mod', 'K']} />
      </span>
    </button>
  )
}

type SlotName = 'notifications' | 'announcements' | 'internalChats'

function FramePanels() {
  useSignals()
  const t = useTexts().frame
  const announcements = useAnnouncements()
  const notifications = useNotifications()
  const unreadChats = useUnreadChats()
  const user = useUser()
  const unread = notifications.unread.value
  const unseen = announcements.unseen.value
  const unreads = unreadChats.unread.value
  const countText = notifications.personal.value.length > 0 ? t.notices : t.unreadTickets
  const bellLabel = unread > 0 ? countText(unread) : t.notifications
  return (
    <>
      <FramePopover
        icon={Bell}
        label={bellLabel}
        command={t.notifications}
        badge={unread}
        className="top-bar-notifications"
      >
        {(close) => <Panel slot="notifications" close={close} />}
      </FramePopover>
      {frameSlots.announcements && (
        <FramePopover
          icon={Megaphone}
          label={unseen > 0 ? t.unseenAnnouncements(unseen) : t.announcements}
          command={t.announcements}
          badge={unseen}
          width={380}
          className="top-bar-announcements"
        >
          {(close) => <Panel slot="announcements" close={close} />}
        </FramePopover>
      )}
      {frameSlots.internalChats && user.plan.useInternalChat && (
        <FramePopover
          icon={MessageSquareText}
          label={unreads > 0 ? t.unreadChats(unreads) : t.internalChats}
          badge={unreads}
          width={360}
          className="top-bar-chats"
        >
          {(close) => <Panel slot="internalChats" close={close} />}
        </FramePopover>
      )}
    </>
  )
}

function Panel({ slot, close }: FramePanelProps & { slot: SlotName }) {
  const t = useTexts().frame
  const app = useApp()
  const [loaded, setLoaded] = useState<{ panel: ComponentType<FramePanelProps> }>()
  useEffect(() => {
    void loadPanel(app, frameSlots[slot]).then(setLoaded)
  }, [app, slot])
  if (loaded) return <loaded.panel close={close} />
  return <p className="frame-panel-empty">{frameSlots[slot] ? t.loadingPage : t.noNotifications}</p>
}

function VolumeControl() {
  useSignals()
  const t = useTexts().frame
  const { appearance } = useApp()
  const volume = appearance.volume.value
  const icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return (
    <FramePopover icon={icon} label={t.volume} className="top-bar-volume" width={240}>
      {() => <VolumeSlider autoFocus />}
    </FramePopover>
  )
}

const badgeMax = 99

interface FramePopoverProps {
  icon: LucideIcon
  label: string
  className?: string
  badge?: number
  width?: number
  /** Its name in the command palette; without one it is not listed there. */
  command?: string
  children: (close: () => void) => ReactNode
}

function FramePopover({ icon, label, className, badge = 0, width, command, children }: FramePopoverProps) {
  return (
    <span className={`frame-popover ${className ?? ''}`}>
      <Popover
        title={label}
        hideTitle
        flush
        align="end"
        width={width}
        trigger={(trigger) => (
          <>
            <IconButton {...trigger} icon={icon} label={label} side="bottom" />
            {command !== undefined && <PanelCommand icon={icon} label={command} run={trigger.onClick} />}
          </>
        )}
      >
        {children}
      </Popover>
      {badge > 0 && (
        <span className="frame-badge" aria-hidden>
          {badge > badgeMax ? `${badgeMax}+` : badge}
        </span>
      )}
    </span>
  )
}

function PanelCommand(action: { icon: LucideIcon; label: string; run: () => void }) {
  useActionCommands(useTexts().frame.palette.actions, [action])
  return null
}
