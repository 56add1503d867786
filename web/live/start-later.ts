/**
 * Begins with code that is fetched first; the result ends what has begun, or keeps it from beginning. A failed fetch is
 * reported and nothing more: what stands on the page works without it.
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
