import { useEffect } from 'react'
import { useApp } from '../app/app-context'
import { createShortcutReader, isTyping } from './shortcut-reader'

/** The keys that work on every screen, and those of the commands that pages have registered. */
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
      // What stands behind a dialog is not acted on.
      if (document.querySelector('dialog:modal')) return
      if (appearance.dialog.value || (isTyping(event.target) && !event.ctrlKey && !event.metaKey)) return
      const command = reader.read(event, commands.commands.value)
      if (!command) return
      event.preventDefault()
      command.run()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [appearance, commands])
}
