import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { useApp } from '../app/app-context'
import type { DialogName } from '../app/appearance-model'
import type { FramePanelProps } from '../app/frame-panel'
import { frameSlots, loadPanel, paletteSettings, type PanelLoader } from './frame-slots'
import { useFrameCommands } from './palette/use-frame-commands'
import { createShortcutReader, isModifier, isTyping } from './shortcut/shortcut-reader'

/** After the first screen has loaded what it needs. The palette should answer its key at once. */
const paletteAheadMs = 5000

const loaders: Record<DialogName, PanelLoader | undefined> = {
  palette: () => import('./palette/command-palette'),
  shortcuts: () => import('./shortcut/shortcut-list'),
  profile: frameSlots.editProfile,
  announcement: frameSlots.announcement,
}

export function FrameDialogs() {
  useSignals()
  useFrameShortcuts()
  useFrameCommands()
  const app = useApp()
  const { appearance } = app
  const name = appearance.dialog.value
  const Dialog = useDialog(name)
  useEffect(() => {
    // Opening it tries again.
    const fetchAhead = () => void Promise.all([loadPanel(app, loaders.palette), paletteSettings()]).catch(() => {})
    const timer = setTimeout(fetchAhead, paletteAheadMs)
    return () => clearTimeout(timer)
  }, [app])
  const typed = useTypedAhead(name === 'palette' && !Dialog)
  return Dialog ? (
    <Dialog typed={typed.current} field={appearance.dialogField.value} close={() => appearance.showDialog(undefined)} />
  ) : null
}

export function SpokenNotices() {
  useSignals()
  const { appearance } = useApp()
  return (
    <div className="visually-hidden" role="log" aria-live="polite">
      {appearance.spoken.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

/** Keeps what is typed until the palette is shown, which would otherwise land in the field that has the focus. */
function useTypedAhead(isLoading: boolean) {
  const typed = useRef('')
  useLayoutEffect(() => {
    if (!isLoading) return
    typed.current = ''
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      typed.current += event.key
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isLoading])
  return typed
}

function useDialog(name: DialogName | undefined) {
  const app = useApp()
  const [loaded, setLoaded] = useState<{ name: DialogName; panel: ComponentType<FramePanelProps> }>()
  useEffect(() => {
    if (!name) return setLoaded(undefined)
    let wanted = true
    void loadPanel(app, loaders[name]).then((code) => wanted && code && setLoaded({ name, panel: code.panel }))
    return () => void (wanted = false)
  }, [app, name])
  return loaded && loaded.name === name ? loaded.panel : undefined
}

/** In a field these keys write or move the caret; function keys, and Alt with a named key, do neither. */
function isTextKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return !ctrlKey && !metaKey && !/^F\d/.test(key) && !(altKey && ['Enter', 'ArrowUp', 'ArrowDown'].includes(key))
}

/** How long no other key may follow the keys of a command that changes something at once. */
const wordMs = 300

function useFrameShortcuts() {
  const { appearance, commands } = useApp()
  useEffect(() => {
    const reader = createShortcutReader()
    let waiting: ReturnType<typeof setTimeout> | undefined
    function pressed(event: KeyboardEvent) {
      if (!isModifier(event)) clearTimeout(waiting)
      // A key such as an arrow ends a word, also when something else handles it.
      if (event.defaultPrevented && event.key.length > 1) reader.reset()
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
      if (!command.isImmediate) return commands.run(command)
      waiting = setTimeout(() => {
        reader.reset()
        commands.run(command)
      }, wordMs)
    }
    window.addEventListener('keydown', pressed)
    return () => {
      clearTimeout(waiting)
      window.removeEventListener('keydown', pressed)
    }
  }, [appearance, commands])
}
