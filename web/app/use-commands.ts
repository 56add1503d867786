import { useEffect, useMemo, useRef } from 'react'
import { useApp } from './app-context'
import type { Command } from './command-registry'

/** Registers commands for the palette and their shortcuts while the component is mounted. Pass a memoised list. */
export function useCommands(commands: readonly Command[]) {
  const { commands: registry } = useApp()
  useEffect(() => registry.add(commands), [registry, commands])
}

type ActionCommand = Pick<Command, 'label' | 'icon' | 'keywords' | 'run'>

/** Registers actions for the palette. They may be new functions in every render; their labels tell them apart. */
export function useActionCommands(group: string, actions: readonly ActionCommand[]) {
  const latest = useRef(actions)
  latest.current = actions
  const present = actions.map(({ label }) => label).join('|')
  const commands = useMemo(
    () =>
      latest.current.map((action): Command => ({
        ...action,
        id: `${group}.${action.label}`,
        group,
        run: () => latest.current.find(({ label }) => label === action.label)?.run(),
      })),
    [present, group],
  )
  useCommands(commands)
}
