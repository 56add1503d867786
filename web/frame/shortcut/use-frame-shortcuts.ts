import { useEffect } from 'react'
import { useApp } from '../../app/app-context'
import { createShortcutReader, isModifier, isTyping } from './shortcut-reader'

/** In a field these keys write or move the caret; function keys, and Alt with a named key, do neither. */
function isTextKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return !ctrlKey && !metaKey && !/^F\d/.test(key) && !(altKey && ['Enter', 'ArrowUp', 'ArrowDown'].includes(key))
}

/** How long no other key may follow the keys of a command that changes something at once. */
const wordMs = 300

export function useFrameShortcuts() {
  const { appearance, commands, navigation } = useApp()
  useEffect(() => {
    const reader = createShortcutReader()
    let waiting: ReturnType<typeof setTimeout> | undefined
    function pressed(event: KeyboardEvent) {
      if (!isModifier(event)) clearTimeout(waiting)
      // A key such as an arrow ends a word, also when something else handles it.
      if (event.defaultPrevented && event.key.length > 1) reader.reset()
      if (event.defaultPrevented || event.isComposing) return
      // Commands behind an open dialog are not run.
      if (document.querySelector('dialog:modal')) return
      if (appearance.dialog.value || (isTyping(event.target) && isTextKey(event))) return
      const command = reader.read(event, commands.commands.value)
      if (!command) return
      event.preventDefault()
      if (!command.isImmediate) return commands.run(command)
      waiting = setTimeout(() => {
        reader.reset()
        commands.run(command)
      }, wordMs)
    }
    for (const key of commands.takeKeys(navigation.shown.peek().path)) pressed(key)
    window.addEventListener('keydown', pressed)
    return () => {
      clearTimeout(waiting)
      window.removeEventListener('keydown', pressed)
    }
  }, [appearance, commands, navigation])
}
