import { useEffect } from 'react'
import { useApp } from '../app/app-context'
import { createShortcutReader, isTyping } from './shortcut-reader'

/** Handles the shortcuts of every screen and of registered commands. */
/** In a field these keys write or move the caret; Alt with a named key, such as Enter, does neither. */
function isTextKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return !ctrlKey && !metaKey && !(altKey && ['Enter', 'ArrowUp', 'ArrowDown'].includes(key))
}

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
