import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'

const backShownMs = 2000

export function LiveLine() {
  useSignals()
  const { live } = useApp()
  const t = useTexts().frame.live
  const down = live.interrupted.value
  const back = useJustEnded(down)
  const state = down ? (live.state.value === 'offline' ? 'offline' : 'connecting') : back ? 'back' : undefined
  return (
    <div className="live-line" role="status" data-state={state}>
      {state && t[state]}
    </div>
  )
}

/** Returns true for a moment after the condition has ended. */
function useJustEnded(condition: boolean) {
  const [ended, setEnded] = useState(false)
  const before = useRef(condition)
  useEffect(() => {
    const was = before.current
    before.current = condition
    setEnded(was && !condition)
    if (!was || condition) return
    const timer = setTimeout(() => setEnded(false), backShownMs)
    return () => clearTimeout(timer)
  }, [condition])
  return ended
}
