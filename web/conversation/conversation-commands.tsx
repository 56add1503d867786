import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useRef } from 'react'
import type { Command } from '../app/command-registry'
import { useCommands } from '../app/use-commands'
import { useTexts } from '../i18n/i18n'
import { useTicketActions } from './use-ticket-actions'

const shortcuts = {
  accept: 'a a',
  reopen: 'a a',
  resolve: 'a r',
  resolveQuietly: 'a s',
  transfer: 'a t',
  giveBack: 'a d',
  ignore: 'a i',
  log: 'a h',
  export: 'a p',
  meeting: 'a m',
  contact: 'a c',
  remove: undefined,
} as const
type Name = keyof typeof shortcuts

/** The actions of the open ticket in the command palette, each with its keys. */
export function ConversationCommands() {
  useSignals()
  const { group } = useTexts().conversation.actions
  const actions = useTicketActions()
  const latest = useRef(actions)
  latest.current = actions
  const names = (Object.keys(shortcuts) as Name[]).filter((name) => actions[name] !== undefined)
  const present = names.map((name) => `${name} ${actions[name]?.label}`).join('|')
  const commands = useMemo(
    () =>
      names.map((name): Command => ({
        id: `ticket.${name}`,
        label: latest.current[name]?.label ?? '',
        group,
        shortcut: shortcuts[name],
        run: () => latest.current[name]?.run(),
      })),
    // Made anew only when what may be done has changed.
    [present, group],
  )
  useCommands(commands)
  return null
}
