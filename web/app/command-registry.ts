import { signal, type ReadonlySignal } from '@preact/signals-react'
import { createRunOnce } from '../ui/button/button'
import type { LucideIcon } from '../ui/icons'

export interface Command {
  id: string
  label: string
  group: string
  path?: string | undefined
  icon?: LucideIcon | undefined
  /** The address it opens, by which it can be listed again later. */
  href?: string | undefined
  keywords?: string | undefined
  /** As in `g t`, `Ctrl+Enter`, `?`; listed with the shortcuts, and handled when `run` is given. */
  shortcut?: string
  /** Changes something without a question: its keys run it only if no other key follows, as in a word. */
  isImmediate?: boolean | undefined
  /** Returns a promise if it takes time; meanwhile it is not run again. */
  run: () => unknown
}

/** For what cannot be listed in advance. Called while typing, at most every 200 ms. */
export interface CommandSource {
  find: (text: string, signal: AbortSignal) => Promise<Command[]>
}

export interface CommandRegistry {
  readonly commands: ReadonlySignal<readonly Command[]>
  add(commands: readonly Command[]): () => void
  run(command: Command): void
}

export function createCommandRegistry(): CommandRegistry {
  const commands = signal<readonly Command[]>([])
  const runOnce = createRunOnce()
  return {
    commands,
    run: ({ id, run }) => runOnce(id, run),
    add(added) {
      commands.value = [...commands.peek(), ...added]
      return () => {
        commands.value = commands.peek().filter((command) => !added.includes(command))
      }
    },
  }
}
