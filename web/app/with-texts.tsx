import { useEffect, useState, type ReactNode } from 'react'
import { useApp } from './app-context'
import type { Area } from '../i18n/areas'

interface WithTextsProps {
  areas: readonly Area[]
  children: ReactNode
}

/** Renders the children once additional texts are loaded. */
export function WithTexts({ areas, children }: WithTextsProps) {
  const { texts, loadTexts } = useApp()
  const [ready, setReady] = useState(areas.every((area) => texts[area] !== undefined))
  useEffect(() => {
    if (!ready) void loadTexts(areas).then(() => setReady(true))
  }, [ready, loadTexts])
  return ready ? children : null
}
