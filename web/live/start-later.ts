/**
 * Loads code and then starts it. The returned function stops it, or prevents the start. A failed load is only reported,
 * because the page works without it.
 */
export function startLater(begin: () => Promise<() => void>): () => void {
  let stop = () => {}
  let ended = false
  void begin().then((end) => {
    if (ended) end()
    else stop = end
  }, reportError)
  return () => {
    ended = true
    stop()
  }
}
