import { useEffect } from 'react'
import { useApp } from './app-context'
import type { Command } from './command-registry'

/** Registers commands for the palette and their shortcuts while the component is mounted. Pass a memoised list. */
export function useCommands(commands: readonly Command[]) {
  const { commands: registry } = useApp()
  useEffect(() => registry.add(commands), [registry, commands])
}
