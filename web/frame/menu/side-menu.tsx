import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown, ChevronsLeft, ChevronsRight, Pin, PinOff } from '../../ui/icons'
import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useUnreadChats } from '../../internal-chat/unread/unread-chats-model'
import { links } from '../../app/links'
import { productVersion } from '../../page/page-data'
import { Badge } from '../../ui/display/labels'
import { IconButton } from '../../ui/button/button'
import { PlainLink } from '../../ui/display/link'
import { tooltip } from '../../ui/popup/tooltip'
import { useMedia } from '../../ui/layout/use-media'
import { railOnlyQuery } from '../../app/appearance-model'
import { useWaitingCount } from '../../ticket/waiting-count'
import { BrandMark } from '../brand-mark'
import { activeHref, arrangeMenu, menuFor, type MenuEntry } from './menu-for'
import { saveInOrder } from '../../app/save-in-order'

interface SideMenuProps {
  /** Prefix of the ids inside, because the menu may be rendered twice. */
  idPrefix?: string
  onChoose?: () => void
}

export const SideMenu = memo(function SideMenu({ idPrefix = 'menu', onChoose }: SideMenuProps) {
  useSignals()
  const t = useTexts().frame
  const { navigation, routes } = useApp()
  const user = useUser()
  const menu = useMemo(() => menuFor(user, routes), [user, routes])
  const active = activeHref(menu, routes, navigation.pending.value ?? navigation.shown.value.path)
  const choices = useMenuChoices()
  // Until another screen opens, its group may be closed, too.
  const [closed, setClosed] = useState<{ group: string; at: string | undefined }>()
  const { pinned, groups: shown } = arrangeMenu(menu, user.menuChoices, active)
  const groups = useRef<HTMLElement>(null)
  const onMove = useFocusOfMoved(groups, pinned)
  useEffect(() => {
    // In the frame's own layout. In the effect it would lay the new screen out before its effects have changed it.
    const frame = requestAnimationFrame(() =>
      groups.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [active])
  const rail = useIsRail() && idPrefix === 'menu'
  const entryProps = (entry: MenuEntry) => ({ entry, active: entry.href === active, rail, onChoose, onMove })
  return (
    <div className="side-menu">
      <PlainLink className="side-menu-brand" href={links.tickets()} onClick={onChoose}>
        <BrandMark />
      </PlainLink>
      <nav ref={groups} className="side-menu-groups" aria-label={t.menu}>
        {pinned.length > 0 && (
          <section aria-label={t.pinned}>
            <ul>
              {pinned.map((entry) => (
                <SideMenuEntry key={entry.href} {...entryProps(entry)} pinned />
              ))}
            </ul>
          </section>
        )}
        {shown.map(({ group, entries, open: isOpen }) => {
          const open = isOpen && !(closed?.group === group && closed.at === active)
          const toggle = () => {
            choices.setOpen(group, !open)
            setClosed(open ? { group, at: active } : undefined)
          }
          return (
            <SideMenuGroup
              key={group}
              id={`${idPrefix}-${group}`}
              title={t.groups[group]}
              entries={entries}
              open={open}
              rail={rail}
              toggle={toggle}
            >
              {entries.map((entry) => (
                <SideMenuEntry key={entry.href} {...entryProps(entry)} pinned={false} />
              ))}
            </SideMenuGroup>
          )
        })}
      </nav>
      <SideMenuFooter />
    </div>
  )
})

/** Returns a function that keeps the focus at an entry that leaves its place. */
function useFocusOfMoved(menu: RefObject<HTMLElement | null>, pinned: readonly MenuEntry[]) {
  const moved = useRef<string>(undefined)
  const order = pinned.map(({ href }) => href).join(' ')
  useEffect(() => {
    const link = moved.current && menu.current?.querySelector(`.side-menu-entry[href="${moved.current}"]`)
    moved.current = undefined
    if (!link) return
    // The entry may be without its button, or in a closed group.
    const near = [link.nextElementSibling, link, link.closest('section')?.querySelector('h2 button')]
    near.find((element): element is HTMLElement => element instanceof HTMLElement && element.checkVisibility())?.focus()
  }, [menu, order])
  return useCallback((href: string) => void (moved.current = href), [])
}

interface GroupProps {
  id: string
  title: string
  entries: readonly MenuEntry[]
  open: boolean
  rail: boolean
  toggle: () => void
  children: ReactNode
}

function SideMenuGroup({ id, title, entries, open, rail, toggle, children }: GroupProps) {
  useSignals()
  const newsOf = useNews()
  const news = open ? [] : entries.flatMap(({ href }) => newsOf(href) ?? [])
  const count = news.reduce((sum, one) => sum + one.count, 0)
  return (
    <section aria-labelledby={id}>
      <h2>
        <button
          type="button"
          id={id}
          className="side-menu-group row gap-1"
          aria-expanded={open}
          onClick={toggle}
          {...(rail ? tooltip(title, { side: 'right' }) : undefined)}
        >
          <span className="side-menu-label truncate">{title}</span>
          <Badge count={count} kind="brand" label={news.map(({ label }) => label).join(', ')} />
          <ChevronDown aria-hidden size={14} />
        </button>
      </h2>
      <ul hidden={!open}>{children}</ul>
    </section>
  )
}

function useNews() {
  useSignals()
  const unread = useUnreadChats().unread.value
  const waiting = useWaitingCount().count.value
  const t = useTexts().frame
  return (href: string) => {
    if (href === links.chats() && unread > 0) return { count: unread, label: t.unreadChats(unread) }
    if (href === links.tickets() && waiting > 0) return { count: waiting, label: t.waitingTickets(waiting) }
    return undefined
  }
}

interface EntryProps {
  entry: MenuEntry
  active: boolean
  pinned: boolean
  rail: boolean
  onChoose: (() => void) | undefined
  onMove: (href: string) => void
}

const SideMenuEntry = memo(function SideMenuEntry({ entry, active, pinned, rail, onChoose, onMove }: EntryProps) {
  useSignals()
  const { language } = useApp()
  const news = useNews()(entry.href)
  const choices = useMenuChoices()
  const [hovered, setHovered] = useState(false)
  const t = useTexts().frame
  const { href, icon: Icon } = entry
  const label = entry.title[language]
  return (
    <li onPointerEnter={() => setHovered(true)} onPointerLeave={() => setHovered(false)}>
      <PlainLink
        href={href}
        className="side-menu-entry"
        aria-current={active ? 'page' : undefined}
        onClick={onChoose}
        {...(rail ? tooltip(label, { side: 'right' }) : undefined)}
      >
        <Icon aria-hidden size={18} />
        <span className="side-menu-label truncate">{label}</span>
        {news && <Badge {...news} kind="brand" />}
      </PlainLink>
      {/* The entry of the open screen has it always, for the keyboard and for touch. */}
      {!rail && (hovered || active || pinned) && (
        <IconButton
          className="side-menu-pin"
          size="xs"
          icon={pinned ? PinOff : Pin}
          label={pinned ? t.unpin(label) : t.pin(label)}
          onClick={({ detail }) => {
            if (detail === 0) onMove(href)
            choices.setPinned(href, !pinned)
          }}
        />
      )}
    </li>
  )
})

function useIsRail() {
  useSignals()
  const { appearance } = useApp()
  return useMedia(railOnlyQuery, { onServer: false }) || !appearance.menuOpen.value
}

function SideMenuFooter() {
  useSignals()
  const t = useTexts().frame
  const { appearance, serverVersion } = useApp()
  const open = !useIsRail()
  const label = open ? t.closeMenu : t.openMenu
  return (
    <footer className="side-menu-footer row">
      <p>
        <span>{t.productVersion(productVersion)}</span>
        <span>{t.serverVersion(serverVersion)}</span>
      </p>
      <span
        aria-hidden
        className="side-menu-version"
        {...tooltip(`${t.productVersion(productVersion)} · ${t.serverVersion(serverVersion)}`, { side: 'right' })}
      >
        {productVersion}
      </span>
      <IconButton
        className="side-menu-toggle"
        icon={open ? ChevronsLeft : ChevronsRight}
        label={label}
        aria-expanded={open}
        side="right"
        onClick={() => appearance.toggleMenu()}
      />
    </footer>
  )
}

/** Arranges the user's menu. It is saved per user, so that the first page is right on every device. */
function useMenuChoices() {
  const { api, session } = useApp()
  const { groups, pinned } = useUser().menuChoices

  function save(menuChoices: { groups: Record<string, boolean>; pinned: string[] }) {
    session.change({ menuChoices })
    saveInOrder(() => api.put('/users/menu', { body: menuChoices }))
  }

  return {
    setOpen: (group: string, open: boolean) => save({ groups: { ...groups, [group]: open }, pinned }),
    setPinned(href: string, isPinned: boolean) {
      const others = pinned.filter((other) => other !== href)
      save({ groups, pinned: isPinned ? [...others, href] : others })
    },
  }
}
