const waitMs = 10_000
/** Keep in sync with screen.css. */
const markMs = 2400
const focusable = 'input, textarea, select, button, a[href], [tabindex]'

/** Scrolls to an element, focuses and marks it, as soon as it is in the document. Gives up when the user does something else. */
export function focusWhenShown(find: () => Element | null | undefined): () => void {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  function attempt() {
    const element = find()
    if (!element || stopped.signal.aborted) return
    stop()
    const input = element.matches(focusable) ? element : element.querySelector(focusable)
    const marked = element.closest('.field, .switch-row, .setting-gate') ?? element
    marked.scrollIntoView({ block: 'center' })
    if (input instanceof HTMLElement) input.focus({ preventScroll: true })
    marked.toggleAttribute('data-opened', true)
    setTimeout(() => marked.removeAttribute('data-opened'), markMs)
  }
  attempt()
  if (stopped.signal.aborted) return stop
  const observer = new MutationObserver(attempt)
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(stop, waitMs)
  const { signal } = stopped
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, stop, { signal, capture: true })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  return stop
}

/** Finds an input by its id, or the group of inputs whose label has it. */
export function findInput(id: string | undefined): Element | null | undefined {
  if (id === undefined) return undefined
  return document.getElementById(id) ?? document.getElementById(`${id}-label`)?.closest('.field')
}
