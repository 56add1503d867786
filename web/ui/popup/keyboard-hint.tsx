import { useEffect, useState } from 'react'

interface KeyboardHintProps {
  /** `mod` is ⌘ on Apple keyboards and Ctrl elsewhere. */
  keys: readonly string[]
}

export function KeyboardHint({ keys }: KeyboardHintProps) {
  // The server does not know the keyboard: Ctrl at first, ⌘ after hydration.
  const [known, setKnown] = useState(false)
  useEffect(() => setKnown(true), [])
  return (
    <span className="keyboard-hint">
      {keys.map((key, index) => (
        <kbd key={index} className="keyboard-hint-key">
          {known ? keyName(key) : key === 'mod' ? 'Ctrl' : engraved(key)}
        </kbd>
      ))}
    </span>
  )
}

const arrows: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

const engraved = (key: string) => arrows[key] ?? (key.length === 1 ? key.toUpperCase() : key)

export function keyName(key: string) {
  if (key !== 'mod') return engraved(key)
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
