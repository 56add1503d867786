import { useEffect, useState } from 'react'

interface KeyboardHintProps {
  /** `mod` is ⌘ on Apple's keyboards and Ctrl elsewhere. */
  keys: readonly string[]
}

/** Keys as they are engraved: `<KeyboardHint keys={['mod', 'K']} />`. */
export function KeyboardHint({ keys }: KeyboardHintProps) {
  // The server cannot know the keyboard: Ctrl first, ⌘ once it is known.
  const [known, setKnown] = useState(false)
  useEffect(() => setKnown(true), [])
  return (
    <span className="keyboard-hint">
      {keys.map((key) => (
        <kbd key={key} className="keyboard-hint-key">
          {known ? keyName(key) : key === 'mod' ? 'Ctrl' : engraved(key)}
        </kbd>
      ))}
    </span>
  )
}

const engraved = (key: string) => (key.length === 1 ? key.toUpperCase() : key)

/** What the key is called on this keyboard. In the browser only. */
export function keyName(key: string) {
  if (key !== 'mod') return engraved(key)
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
