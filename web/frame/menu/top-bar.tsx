import { useSignals } from '@preact/signals-react/runtime'
import { memo, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import {
  Menu as MenuIcon,
  RotateCw,
  Search,
  Bell,
  Megaphone,
  MessageSquareText,
  LogOut,
  UserPen,
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
import { ThemeToggle } from '../theme-toggle'
import { useAnnouncements } from '../../announcement/announcement-model'
import { useUnreadChats } from '../../internal-chat/unread/unread-chats-model'
import { useNotifications } from '../../notification/notification-model'
import type { FramePanelProps } from '../../app/frame-panel'
import { frameSlots, loadPanel } from '../frame-slots'
import { Avatar } from '../../ui/display/avatar'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { Slider } from '../../ui/field/slider'
import { volumeStep } from '../../app/appearance-model'
import { useActionCommands } from '../../app/use-commands'
import { Popover } from '../../ui/popup/popover'

export const TopBar = memo(function TopBar() {
  const t = useTexts().frame
  const { appearance } = useApp()
  return (
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
        <AccountMenu />
      </div>
    </header>
  )
})

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

export function AccountMenu() {
  useSignals()
  const t = useTexts().frame
  const { appearance, navigation, session } = useApp()
  const user = useUser()
  const editProfile = { label: t.editProfile, icon: UserPen, onSelect: () => appearance.showDialog('profile') }
  const mayEdit = frameSlots.editProfile && session.subscription().state !== 'expired'
  const items: MenuItem[] = [
    ...(mayEdit ? [editProfile] : []),
    { label: t.refresh, icon: RotateCw, onSelect: () => navigation.reload() },
    { label: t.logout, icon: LogOut, onSelect: () => session.logout() },
  ]
  return (
    <Menu
      align="end"
      header={<AccountHeader />}
      items={items}
      trigger={(trigger) => (
        <button type="button" {...trigger} className="account-trigger" aria-label={t.account}>
          <Avatar name={user.name} src={user.profileImage} size={30} />
        </button>
      )}
    />
  )
}

function AccountHeader() {
  useSignals()
  const t = useTexts().frame
  const user = useUser()
  return (
    <>
      <div className="account-person row gap-3">
        <Avatar name={user.name} src={user.profileImage} size={36} />
        <p>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          <span className="phone-only">{user.company.name}</span>
          {isAdmin(user) && <span className="phone-only">{t.dueDate(displayDay(user.company.dueDate))}</span>}
        </p>
      </div>
      <div className="account-volume phone-only">
        <Volume2 aria-hidden size={16} />
        <VolumeSlider />
      </div>
    </>
  )
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

function VolumeSlider({ autoFocus }: { autoFocus?: boolean }) {
  useSignals()
  const t = useTexts().frame
  const { appearance } = useApp()
  const volume = appearance.volume.value
  const percent = `${Math.round(volume * 100)}%`
  return (
    <div className="volume-slider row gap-3">
      <Slider
        label={t.volume}
        valueText={percent}
        min={0}
        max={1}
        step={volumeStep}
        value={volume}
        data-autofocus={autoFocus || undefined}
        onValueChange={(next) => appearance.setVolume(next)}
      />
      <output>{percent}</output>
    </div>
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
