import { useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { isTouch } from '../../message/composer/growing-text'

/**
 * Letters typed after a click on the messages are written into the composer, as in other messengers, instead of running
 * shortcuts. Messages reached by keys keep theirs. Without a composer nothing changes.
 */
export function useTypingAfterClick() {
  const isClicked = useRef(false)

  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
    const { key, target, currentTarget } = event
    if (!isClicked.current || event.ctrlKey || event.metaKey || event.altKey || modifiers.includes(key)) return
    // A dialog is within the messages for React only.
    const isWithin = target instanceof Element && currentTarget.contains(target)
    if (!isWithin || target.closest('input, textarea, [popover]') || !isLetter(key))
      return void (isClicked.current = false)
    const text = currentTarget.parentElement?.querySelector<HTMLTextAreaElement>('.composer textarea:not(:disabled)')
    if (!text) return
    event.stopPropagation()
    // The browser then writes the letter into it.
    text.focus({ preventScroll: true })
  }

  return {
    onPointerDown: () => void (isClicked.current = !isTouch()),
    onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) isClicked.current = false
    },
    onKeyDownCapture,
  }
}

const modifiers = ['Control', 'Meta', 'Alt', 'Shift', 'AltGraph']

/** A character other than a space, which scrolls, or the accent before one. */
const isLetter = (key: string) => key === 'Dead' || ([...key].length === 1 && key !== ' ')
