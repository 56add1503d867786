import { useSignals } from '@preact/signals-react/runtime'
import { ChevronsLeft, ChevronsRight } from '../../ui/icons'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useUnreadChats } from '../../internal-chat/unread/unread-chats-context'
import { links } from '../../app/links'
import { productVersion } from '../../page/page-data'
import { Badge } from '../../ui/display/badge'
import { IconButton } from '../../ui/button/icon-button'
import { PlainLink } from '../../ui/display/link'
import { tooltip } from '../../ui/popup/tooltip'
import { useMedia } from '../../ui/layout/use-media'
import { railOnlyQuery } from '../../app/appearance-model'
import { BrandMark } from '../brand-mark'
import { activeHref, menuFor, type MenuEntry } from './menu-for'

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
  const active = activeHref(menu, navigation.shown.value.path)
  const groups = useRef<HTMLElement>(null)
  useEffect(() => {
    // In the frame's own layout. In the effect it would lay the new screen out before its effects have changed it.
    const frame = requestAnimationFrame(() =>
      groups.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [active])
  return (
    <div className="side-menu">
      <PlainLink className="side-menu-brand" href={links.tickets()} onClick={onChoose}>
        <BrandMark />
      </PlainLink>
      <nav ref={groups} className="side-menu-groups" aria-label={t.menu}>
        {menu.map(({ group, entries }) => (
          <section key={group} aria-labelledby={`${idPrefix}-${group}`}>
            <h2 id={`${idPrefix}-${group}`}>{t.groups[group]}</h2>
            <ul>
              {entries.map((entry) => (
                <SideMenuEntry key={entry.href} entry={entry} active={entry.href === active} onChoose={onChoose} />
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <SideMenuFooter />
    </div>
  )
})

interface EntryProps {
  entry: MenuEntry
  active: boolean
  onChoose: (() => void) | undefined
}

const SideMenuEntry = memo(function SideMenuEntry({ entry, active, onChoose }: EntryProps) {
  useSignals()
  const { language } = useApp()
  const unreadChats = useUnreadChats()
  const isRail = useIsRail()
  const t = useTexts().frame
  const { href, icon: Icon } = entry
  const label = entry.title[language]
  const unread = href === links.chats() ? unreadChats.unread.value : 0
  return (
    <li>
      <PlainLink
        href={href}
        className="side-menu-entry"
        aria-current={active ? 'page' : undefined}
        onClick={onChoose}
        {...(isRail ? tooltip(label, { side: 'right' }) : undefined)}
      >
        <Icon aria-hidden size={18} />
        <span className="side-menu-label">{label}</span>
        <Badge count={unread} kind="brand" label={t.unreadChats(unread)} />
      </PlainLink>
    </li>
  )
})

/** Returns whether the menu shows icons only. */
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
    <footer className="side-menu-footer">
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
