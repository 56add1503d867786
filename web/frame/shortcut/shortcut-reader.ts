import type { Command } from '../../app/command-registry'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'timeStamp'>

const sequenceMs = 800

/** Recognises `e`, `Ctrl+Enter` and sequences such as `g t`. */
export function createShortcutReader() {
  let typed: string[] = []
  let lastAt = -Infinity

  return {
    read(press: KeyPress, commands: readonly Command[]): Command | undefined {
      const chord = chordOf(press)
      if (chord === undefined) return undefined
      const isPaused = press.timeStamp - lastAt >= sequenceMs
      lastAt = press.timeStamp
      if (!isText(chord)) {
        typed = []
        return find(commands, chord)
      }
      // A user typing a word may believe that a field has the focus, so letters within a word run no command.
      typed = isPaused ? [chord] : [...typed, chord]
      const found = find(commands, typed.join(' '))
      // An immediate command may still turn out to be the beginning of a word.
      if ((found && !found.isImmediate) || typed[0] === 'space') typed = []
      return found
    },
    reset: () => void (typed = []),
  }
}

function find(commands: readonly Command[], keys: string) {
  return commands.find(({ shortcut }) => shortcut?.toLowerCase() === keys)
}

/** A single character, without Ctrl or Alt. */
function isText(chord: string) {
  return chord === 'space' || [...chord].length === 1
}

function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | undefined {
  if (isModifier({ key })) return undefined
  const parts = [ctrlKey || metaKey ? 'ctrl' : '', altKey ? 'alt' : '', shiftKey && key.length > 1 ? 'shift' : '']
  return [...parts.filter(Boolean), key === ' ' ? 'space' : key.toLowerCase()].join('+')
}

export function isModifier({ key }: Pick<KeyboardEvent, 'key'>) {
  return ['Control', 'Meta', 'Alt', 'Shift'].includes(key)
}

/** Letters in a field are text, and in an open menu or list they search for an entry. */
export function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest(':popover-open')) return true
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
}

/** Splits `Ctrl+K` and `g t` into keys. */
export function shortcutKeys(shortcut: string) {
  return shortcut.split(/[ +]/).map((key) => (key === 'Ctrl' ? 'mod' : key))
}
