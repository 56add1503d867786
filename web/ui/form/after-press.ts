/** After a press that is under way: an error that appears meanwhile would move what is pressed, and the click would be lost. */
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
