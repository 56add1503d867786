import type { Command } from './command-registry'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const sequenceMs = 800

/** Recognises `e`, `Ctrl+Enter` and sequences such as `g t`. */
export function createShortcutReader(now: () => number = () => performance.now()) {
  let typed: string[] = []
  let lastAt = -Infinity

  return {
    read(press: KeyPress, commands: readonly Command[]): Command | undefined {
      const chord = chordOf(press)
      if (chord === undefined) return undefined
      typed = now() - lastAt < sequenceMs ? [...typed, chord] : [chord]
      lastAt = now()
      // A sequence within running letters is a word meant for a field that has not got the focus yet.
      const wanted = [typed.join(' '), chord]
      const found = commands.find(({ shortcut }) => shortcut && wanted.includes(shortcut.toLowerCase()))
      if (found || !isLetter(chord)) typed = []
      return found
    },
  }
}

function isLetter(chord: string) {
  return /^\p{L}$/u.test(chord)
}

/** ⌘ counts as Ctrl. Shift is part of the character where it makes one. */
function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | undefined {
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return undefined
  const parts = [ctrlKey || metaKey ? 'ctrl' : '', altKey ? 'alt' : '', shiftKey && key.length > 1 ? 'shift' : '']
  return [...parts.filter(Boolean), key === ' ' ? 'space' : key.toLowerCase()].join('+')
}

/** Letters typed into a field are text, not commands. */
export function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
}

/** `Ctrl+K` and `g t` as single keys. */
export function shortcutKeys(shortcut: string) {
  return shortcut.split(/[ +]/).map((key) => (key === 'Ctrl' ? 'mod' : key))
}
