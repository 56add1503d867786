import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useRef } from 'react'
import type { Command } from '../app/command-registry'
import { useCommands } from '../app/use-commands'
import { useTexts } from '../i18n/i18n'
import type { TicketAction } from '../ticket/actions/ticket-action'
import { useConversation } from './state/conversation-context'
import { useMacros } from './use-macros'
import { useConversationActions } from './header/use-conversation-actions'

const offered = [
  ...(['accept', 'reopen', 'resolve', 'resolveQuietly', 'transfer', 'returnToQueue', 'ignore'] as const),
  ...(['search', 'macro', 'snooze', 'wake', 'markUnread', 'summary', 'log', 'export'] as const),
  ...(['meeting', 'schedule', 'flow', 'contact', 'tags', 'remove'] as const),
]

/** The actions of the open ticket in the command palette, with their keys. */
export function ConversationCommands() {
  useSignals()
  const { group } = useTexts().conversation.actions
  const actions = useConversationActions()
  const latest = useRef(actions)
  latest.current = actions
  const names = offered.filter((name) => actions[name] !== undefined)
  const present = names.map((name) => `${name} ${actions[name]?.label}`).join('|')
  const commands = useMemo(
    () =>
      names.flatMap((name): Command[] => {
        const action: TicketAction | undefined = latest.current[name]
        if (!action) return []
        const { label, keywords, icon, shortcut, isImmediate } = action
        const run = () => latest.current[name]?.run()
        return [{ id: `ticket.${name}`, label, keywords, group, icon, shortcut, isImmediate, run }]
      }),
    // Recreated only when the allowed actions change.
    [present, group],
  )
  useCommands(commands)
  useCommands(useMacroCommands())
  return null
}

function useMacroCommands() {
  useSignals()
  const { macros } = useConversation()
  const t = useTexts().conversation
  const { run } = useMacros()
  const latest = useRef(run)
  latest.current = run
  const list = macros.value
  return useMemo(
    () =>
      (list ?? []).map((macro): Command => ({
        id: `macro.${macro.id}`,
        label: t.macros.command(macro.name),
        group: t.actions.group,
        run: () => latest.current(macro),
      })),
    [list, t],
  )
}
