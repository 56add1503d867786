/** After the browser could answer what waits. Returns its end. A failed load is only reported. */
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
