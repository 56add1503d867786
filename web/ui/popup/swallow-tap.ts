/** Stops the click after a press that closes something: it would reach what was beneath. It never comes if the finger scrolls. */
export function swallowTap(pointerType: string) {
  if (pointerType !== 'touch') return
  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  const end = () => listeners.abort()
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  document.addEventListener('click', onClick, options)
  document.addEventListener('pointerdown', end, options)
  document.addEventListener('pointercancel', end, options)
}
