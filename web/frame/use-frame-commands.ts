import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
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
    const screens = menuFor(user, routes).flatMap(({ group, entries }) =>
      entries.map(({ title, href, shortcut }) => ({
        id: `screen-${href}`,
        label: title[language],
        group: t.palette.goTo,
        keywords: t.groups[group],
        shortcut,
        run: () => void navigation.go(href),
      })),
    )
    const group = t.palette.actions
    const goTo = (path: string) => () => void navigation.go(path)
    const toggleTheme = () => session.setTheme(session.theme.peek() === 'dark' ? 'light' : 'dark')
    return [
      // The inbox registers this command with its own shortcut.
      ...(inInbox ? [] : [{ id: 'new-ticket', label: t.palette.newTicket, group, run: goTo(links.newTicket()) }]),
      ...(user.plan.useInternalChat
        ? [{ id: 'new-chat', label: t.palette.newChat, group, run: goTo(links.newChat()) }]
        : []),
      ...screens,
      { id: 'theme', label: t.shortcuts.theme, group, run: toggleTheme },
      { id: 'menu', label: t.shortcuts.menu, group, shortcut: '[', run: () => appearance.toggleMenu() },
      { id: 'next-pane', label: t.shortcuts.nextPane, group, shortcut: 'F6', run: () => focusNextPane(1) },
      {
        id: 'previous-pane',
        label: t.shortcuts.previousPane,
        group,
        shortcut: 'Shift+F6',
        run: () => focusNextPane(-1),
      },
      { id: 'mute', label: muted ? t.unmute : t.mute, group, run: () => appearance.setVolume(muted ? 1 : 0) },
      { id: 'profile', label: t.editProfile, group, run: () => appearance.showDialog('profile') },
      {
        id: 'shortcuts',
        label: t.shortcuts.list,
        group,
        shortcut: '?',
        run: () => appearance.showDialog('shortcuts'),
      },
      { id: 'refresh', label: t.refresh, group, run: () => void navigation.reload() },
      { id: 'logout', label: t.logout, group, run: () => void session.logout() },
    ]
  }, [user, routes, t, language, navigation, session, appearance, muted, inInbox])
  useCommands(commands)
}
