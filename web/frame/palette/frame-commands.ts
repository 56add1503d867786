import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import type { SessionUser } from '../../../src/user/session/session.calls'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import type { Texts } from '../../i18n/pt'
import { adding, links } from '../../app/links'
import {
  BellRing,
  Keyboard,
  LogOut,
  Menu,
  Moon,
  Plus,
  RefreshCw,
  ShieldCheck,
  Undo2,
  User,
  Volume2,
  VolumeX,
} from '../../ui/icons'
import type { Command } from '../../app/command-registry'
import { useCommands } from '../../app/use-commands'
import { useUi } from '../../ui/context/ui-context'
import { focusNextPane } from '../../ui/layout/focus'
import { menuFor } from '../menu/menu-for'
import { useFrameShortcuts } from '../shortcut/use-frame-shortcuts'

/** Shows nothing: the commands of every page, and the keys of all. */
export function FrameCommands() {
  useFrameCommands()
  useFrameShortcuts()
  return null
}

function useFrameCommands() {
  useSignals()
  const { appearance, language, navigation, routes, session } = useApp()
  const texts = useTexts().frame
  const user = useUser()
  const muted = appearance.volume.value === 0
  const inInbox = navigation.shown.value.path.startsWith(links.tickets())
  const commands = useMemo((): Command[] => {
    const parts: Parts = { appearance, language, navigation, session, texts, user, inInbox }
    const menu = menuFor(user, routes)
    return [
      ...newCommands(parts),
      ...screenCommands(parts, menu),
      ...additionCommands(parts, menu),
      ...viewCommands(parts, muted),
      ...accountCommands(parts),
    ]
  }, [user, routes, texts, language, navigation, session, appearance, muted, inInbox])
  useCommands(commands)
  useCommands(useNoticeCommand())
}

/** The action of the newest notice, such as Undo, which would take many presses of Tab to reach. */
function useNoticeCommand() {
  useSignals()
  const { toast } = useUi()
  const { palette } = useTexts().frame
  const newest = toast.list.value.findLast(({ action }) => action !== undefined)
  return useMemo((): Command[] => {
    if (!newest?.action) return []
    const { id, text, action } = newest
    function run() {
      toast.dismiss(id)
      action?.onAction()
    }
    return [
      { id: 'notice', label: `${action.label}: ${text}`, group: palette.actions, icon: Undo2, shortcut: 'z', run },
    ]
  }, [newest, toast, palette])
}

interface Parts extends Pick<ReturnType<typeof useApp>, 'appearance' | 'language' | 'navigation' | 'session'> {
  texts: Texts['frame']
  user: SessionUser
  /** The inbox registers some commands with shortcuts or filters of its own. */
  inInbox: boolean
}

type MenuGroups = ReturnType<typeof menuFor>

function newCommands({ texts: { palette }, user, inInbox, navigation }: Parts): Command[] {
  const add = (id: string, label: string, path: string): Command => ({
    id,
    label,
    group: palette.actions,
    icon: Plus,
    run: () => navigation.go(path),
  })
  return [
    ...(inInbox ? [] : [add('new-ticket', palette.newTicket, links.newTicket())]),
    ...(user.plan.useInternalChat ? [add('new-chat', palette.newChat, links.newChat())] : []),
  ]
}

function screenCommands({ texts, user, inInbox, language, navigation }: Parts, menu: MenuGroups): Command[] {
  const destination = (href: string, label: string, icon: Command['icon']): Command => ({
    id: `screen-${href}`,
    label,
    group: texts.palette.goTo,
    icon,
    href,
    run: () => navigation.go(href),
  })
  return menu.flatMap(({ group, entries }) =>
    entries.flatMap(({ title, href, icon, shortcut, views = [] }): Command[] => [
      { ...destination(href, title[language], icon), keywords: texts.groups[group], shortcut },
      ...(inInbox && href === links.tickets() ? [] : views)
        .filter(({ shownTo }) => shownTo?.(user) !== false)
        .map((view) => destination(`${href}?${view.query}`, `${title[language]} › ${view.title[language]}`, icon)),
    ]),
  )
}

function additionCommands({ texts, language, navigation }: Parts, menu: MenuGroups): Command[] {
  return menu.flatMap(({ entries }) =>
    entries.flatMap(({ href, add, icon }): Command[] => {
      if (!add) return []
      const run = () => void navigation.go(adding(href))
      return [{ id: `add-${href}`, label: add[language], group: texts.palette.actions, icon, run }]
    }),
  )
}

function viewCommands({ texts: t, appearance, session }: Parts, muted: boolean): Command[] {
  const group = t.palette.actions
  const pane = (id: string, label: string, shortcut: string, by: 1 | -1): Command => ({
    id,
    label,
    group,
    shortcut,
    run: () => focusNextPane(by),
  })
  return [
    { id: 'theme', label: t.shortcuts.theme, group, icon: Moon, run: session.toggleTheme },
    { id: 'menu', label: t.shortcuts.menu, group, icon: Menu, shortcut: '[', run: () => appearance.toggleMenu() },
    pane('next-pane', t.shortcuts.nextPane, 'F6', 1),
    pane('previous-pane', t.shortcuts.previousPane, 'Shift+F6', -1),
    {
      id: 'mute',
      label: muted ? t.unmute : t.mute,
      keywords: `${t.volume} ${t.unmute}`,
      group,
      icon: muted ? Volume2 : VolumeX,
      run: () => appearance.setVolume(muted ? 1 : 0),
    },
  ]
}

function accountCommands({ texts: t, appearance, navigation, session }: Parts): Command[] {
  const group = t.palette.actions
  return [
    { id: 'profile', label: t.editProfile, group, icon: User, run: () => appearance.showDialog('profile') },
    { id: 'security', label: t.security, group, icon: ShieldCheck, run: () => appearance.showDialog('security') },
    { id: 'notices', label: t.pushNotices, group, icon: BellRing, run: () => appearance.showDialog('notices') },
    {
      id: 'shortcuts',
      label: t.shortcuts.list,
      group,
      icon: Keyboard,
      shortcut: '?',
      run: () => appearance.showDialog('shortcuts'),
    },
    { id: 'refresh', label: t.refresh, group, icon: RefreshCw, run: () => navigation.reload() },
    { id: 'logout', label: t.logout, group, icon: LogOut, run: () => session.logout() },
  ]
}
