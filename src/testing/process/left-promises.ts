/**
 * Preloaded into a process of the product: SIGUSR2 makes Baileys leave a promise that fails, SIGHUP makes somebody else leave one.
 */
process.on('SIGUSR2', async () => {
  const { promiseTimeout } = await import('@whiskeysockets/baileys')
  void promiseTimeout(1, () => {})
})
process.on('SIGHUP', () => void Promise.reject(new Error('nobody waits for this')))
