import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState, type ComponentType } from 'react'
import { useApp } from '../app-context'
import type { DialogName } from './appearance-model'
import { frameSlots, type FramePanelProps } from './frame-slots'
import { useFrameShortcuts } from './frame-shortcuts'
import { useFrameCommands } from './use-frame-commands'

type Loader = () => Promise<{ panel: ComponentType<FramePanelProps> }>

const loaders: Record<DialogName, Loader | undefined> = {
  palette: () => import('./command-palette'),
  shortcuts: () => import('./shortcut-list'),
  profile: frameSlots.editProfile,
}

/** The dialogs of the frame: none of their code is fetched before one is asked for. */
export function FrameDialogs() {
  useSignals()
  useFrameShortcuts()
  useFrameCommands()
  const { appearance } = useApp()
  const name = appearance.dialog.value
  const Dialog = useDialog(name)
  return Dialog ? <Dialog close={() => appearance.showDialog(undefined)} /> : null
}

function useDialog(name: DialogName | undefined) {
  const [loaded, setLoaded] = useState<{ name: DialogName; panel: ComponentType<FramePanelProps> }>()
  useEffect(() => {
    if (!name) return setLoaded(undefined)
    let wanted = true
    void loaders[name]?.().then(({ panel }) => wanted && setLoaded({ name, panel }))
    return () => void (wanted = false)
  }, [name])
  return loaded && loaded.name === name ? loaded.panel : undefined
}
