import { useEffect } from 'react'
import { useApp } from '../../app/app-context'
import { createShortcutReader, isTyping } from './shortcut-reader'

/** In a field these keys write or move the caret; function keys, and Alt with a named key, do neither. */
function isTextKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return !ctrlKey && !metaKey && !/^F\d/.test(key) && !(altKey && ['Enter', 'ArrowUp', 'ArrowDown'].includes(key))
}

/** Handles the shortcuts of every screen and of registered commands. */
export function useFrameShortcuts() {
  const { appearance, commands } = useApp()
  useEffect(() => {
    const reader = createShortcutReader()
    function pressed(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return appearance.showDialog(appearance.dialog.value === 'palette' ? undefined : 'palette')
      }
      // Commands behind an open dialog are not run.
      if (document.querySelector('dialog:modal')) return
      if (appearance.dialog.value || (isTyping(event.target) && isTextKey(event))) return
      const command = reader.read(event, commands.commands.value)
      if (!command) return
      event.preventDefault()
      command.run()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [appearance, commands])
}
