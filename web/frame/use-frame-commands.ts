import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { adding, links } from '../app/links'
import { Keyboard, LogOut, Menu, Moon, Plus, RefreshCw, User, Volume2, VolumeX } from '../ui/icons'
import type { Command } from '../app/command-registry'
import { useCommands } from '../app/use-commands'
import { focusNextPane } from '../ui/pane-focus'
import { menuFor } from './menu-for'

/** Commands of the palette on every screen: all screens, and the actions of the top bar. */
export function useFrameCommands() {
  useSignals()
  const { appearance, language, navigation, routes, session } = useApp()
  const t = useTexts().frame
  const user = useUser()
  const muted = appearance.volume.value === 0
  const inInbox = navigation.shown.value.path.startsWith(links.tickets())
  const commands = useMemo((): Command[] => {
    const group = t.palette.actions
    const goTo = (path: string) => () => void navigation.go(path)
    const menu = menuFor(user, routes)
    const screens = menu.flatMap(({ group, entries }) =>
      entries.flatMap(({ title, href, icon, shortcut, views = [] }): Command[] => [
        { ...place(href, title[language], icon), keywords: t.groups[group], shortcut },
        // The inbox registers its own, which keep its search and filters.
        ...(inInbox && href === links.tickets() ? [] : views)
          .filter(({ shownTo }) => shownTo?.(user) !== false)
          .map((view) => place(`${href}?${view.query}`, `${title[language]} › ${view.title[language]}`, icon)),
      ]),
    )
    const additions = menu.flatMap(({ entries }) =>
      entries.flatMap(({ href, add, icon }): Command[] =>
        add ? [{ id: `add-${href}`, label: add[language], group, icon, run: goTo(adding(href)) }] : [],
      ),
    )
    function place(href: string, label: string, icon: Command['icon']): Command {
      return { id: `screen-${href}`, label, group: t.palette.goTo, icon, href, run: goTo(href) }
    }
    const toggleTheme = () => session.setTheme(session.theme.peek() === 'dark' ? 'light' : 'dark')
    return [
      // The inbox registers this command with its own shortcut.
      ...(inInbox
        ? []
        : [{ id: 'new-ticket', label: t.palette.newTicket, group, icon: Plus, run: goTo(links.newTicket()) }]),
      ...(user.plan.useInternalChat
        ? [{ id: 'new-chat', label: t.palette.newChat, group, icon: Plus, run: goTo(links.newChat()) }]
        : []),
      ...screens,
      ...additions,
      { id: 'theme', label: t.shortcuts.theme, group, icon: Moon, run: toggleTheme },
      { id: 'menu', label: t.shortcuts.menu, group, icon: Menu, shortcut: '[', run: () => appearance.toggleMenu() },
      { id: 'next-pane', label: t.shortcuts.nextPane, group, shortcut: 'F6', run: () => focusNextPane(1) },
      {
        id: 'previous-pane',
        label: t.shortcuts.previousPane,
        group,
        shortcut: 'Shift+F6',
        run: () => focusNextPane(-1),
      },
      {
        id: 'mute',
        label: muted ? t.unmute : t.mute,
        group,
        icon: muted ? Volume2 : VolumeX,
        run: () => appearance.setVolume(muted ? 1 : 0),
      },
      { id: 'profile', label: t.editProfile, group, icon: User, run: () => appearance.showDialog('profile') },
      {
        id: 'shortcuts',
        label: t.shortcuts.list,
        group,
        icon: Keyboard,
        shortcut: '?',
        run: () => appearance.showDialog('shortcuts'),
      },
      { id: 'refresh', label: t.refresh, group, icon: RefreshCw, run: () => void navigation.reload() },
      { id: 'logout', label: t.logout, group, icon: LogOut, run: () => void session.logout() },
    ]
  }, [user, routes, t, language, navigation, session, appearance, muted, inInbox])
  useCommands(commands)
}
