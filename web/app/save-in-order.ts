let last: Promise<unknown> = Promise.resolve()

/** An earlier choice cannot arrive last. Only for the browser. */
export function saveInOrder(send: () => Promise<unknown>) {
  last = last.then(send).catch(reportError)
}
