import { useEffect, useLayoutEffect, useRef } from 'react'

/** After a press typing goes to the composer. Letters are shortcuts where the keyboard led to. */
export function useTypedLetters(uuid: string | undefined) {
  /** The pressed row's conversation, until it is shown, and what was typed meanwhile. */
  const awaited = useRef<{ uuid: string; text: string }>(undefined)
  const shown = useRef(uuid)

  useLayoutEffect(() => {
    shown.current = uuid
    const { text = '', uuid: wanted } = awaited.current ?? {}
    if (wanted !== uuid) return
    awaited.current = undefined
    if (text !== '' && focusComposer()) document.execCommand('insertText', false, text)
  }, [uuid])

  useEffect(() => {
    let last: 'key' | 'press' | undefined
    let led: typeof last

    function onKeyDown(event: KeyboardEvent) {
      if (!isWritten(event)) return void (last = 'key')
      const { target, key } = event
      if (led !== 'press' || !(target instanceof Element) || writesByItself(target, key)) return
      event.stopPropagation()
      // The browser then writes the letter into it.
      if (!awaited.current) return void focusComposer()
      // The composer is still that of the conversation before.
      if ([...key].length > 1) return
      event.preventDefault()
      awaited.current.text += key
    }

    function onPress() {
      last = led = 'press'
      awaited.current = undefined
    }

    function onClick({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a.ticket-row-link') : null
      const pressed = link?.pathname.split('/').at(-1)
      if (!pressed || pressed === shown.current || ctrlKey || metaKey || shiftKey) return
      awaited.current = { uuid: pressed, text: '' }
    }

    const listeners = new AbortController()
    const options = { capture: true, signal: listeners.signal }
    window.addEventListener('keydown', onKeyDown, options)
    window.addEventListener('pointerdown', onPress, options)
    window.addEventListener('click', onClick, options)
    window.addEventListener('focusin', () => void (led = last), options)
    return () => listeners.abort()
  }, [])
}

function focusComposer() {
  const text = document.querySelector<HTMLTextAreaElement>('.conversation .composer textarea:not(:disabled)')
  text?.focus({ preventScroll: true })
  return text !== null
}

/** Fields, and open dialogs, menus and lists, which search by letters. A space presses a button. */
function writesByItself(target: Element, key: string) {
  const isOwn = target.closest('input:not([type=checkbox], [type=radio]), textarea, select, dialog, [popover]') !== null
  return isOwn || (key === ' ' && target.closest('button, input, [role=tab]') !== null)
}

/** A character, the accent before one, or a key that an input method takes. */
function isWritten(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey } = event
  if (metaKey || ((ctrlKey || altKey) && !event.getModifierState('AltGraph'))) return false
  return [...key].length === 1 || key === 'Dead' || key === 'Process'
}
