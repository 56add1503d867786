import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { useApp } from '../app/app-context'
import type { DialogName } from '../app/appearance-model'
import type { FramePanelProps } from '../app/frame-panel'
import { frameSlots, loadPanel, paletteSettings, type PanelLoader } from './frame-slots'
import { useFrameShortcuts } from './shortcut/frame-shortcuts'
import { useFrameCommands } from './palette/use-frame-commands'

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

/** Announces notifications to screen readers. */
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
