/**
 * Runs at once, or after the press that is under way and its click: an error that appeared in between would move what is
 * pressed away from the pointer, and the click would be lost.
 */
export function afterPress(run: () => void) {
  if (!document.querySelector(':active')) return run()
  const ended = new AbortController()
  function end() {
    ended.abort()
    setTimeout(run)
  }
  for (const type of ['pointerup', 'pointercancel', 'keyup']) {
    window.addEventListener(type, end, { signal: ended.signal, capture: true })
  }
}
