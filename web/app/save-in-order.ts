let last: Promise<unknown> = Promise.resolve()

/**
 * Sends a choice of the person after those before it, so that an earlier one cannot arrive last. What could not be saved
 * stays on the screen until the page is left. Only for the browser.
 */
export function saveInOrder(send: () => Promise<unknown>) {
  last = last.then(send).catch(reportError)
}
