/**
 * Loads code and then starts it, once the browser could answer what waits: a click, the first paint. The returned
 * function stops it, or prevents the start. A failed load is only reported, because the page works without it.
 */
export function startLater(begin: () => Promise<() => void>): () => void {
  let stop = () => {}
  let ended = false
  const turn = new Promise((resolve) => setTimeout(resolve))
  void turn.then(begin).then((end) => {
    if (ended) end()
    else stop = end
  }, reportError)
  return () => {
    ended = true
    stop()
  }
}
