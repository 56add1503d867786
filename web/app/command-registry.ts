import { signal, type ReadonlySignal } from '@preact/signals-react'

export interface Command {
  /** Unique among the commands that are present at once. */
  id: string
  label: string
  /** The heading it stands under. */
  group: string
  /** Words it is also found by. */
  keywords?: string
  /** As in `g t`, `Ctrl+Enter`, `?`; shown in the list of shortcuts, and acted on when `run` is given. */
  shortcut?: string
  run: () => void
}

/** Finds what cannot be listed beforehand: contacts, tickets. Asked while the person types, at most every 200 ms. */
export interface CommandSource {
  find: (text: string, signal: AbortSignal) => Promise<Command[]>
}

export interface CommandRegistry {
  readonly commands: ReadonlySignal<readonly Command[]>
  add(commands: readonly Command[]): () => void
}

export function createCommandRegistry(): CommandRegistry {
  const commands = signal<readonly Command[]>([])
  return {
    commands,
    add(added) {
      commands.value = [...commands.peek(), ...added]
      return () => {
        commands.value = commands.peek().filter((command) => !added.includes(command))
      }
    },
  }
}
