import type { Log } from '../../../kernel/log'

const libraryFrame = /node_modules\/(?:@whiskeysockets\/baileys|libsignal)\/|\(ws:/

/**
 * Ends the process when a rejected promise that nobody awaits shows a fault of ours. Those that Baileys, its ciphers or its web
 * socket leave behind, such as when a socket closes, are logged.
 */
export function endOnLeftPromises(log: Log) {
  process.on('unhandledRejection', (error) => {
    const isKnown = isLeftByBaileys(error)
    log.error(isKnown ? 'Baileys left a promise that failed' : 'A promise was left that failed; Recado ends', { error })
    if (!isKnown) process.exit(1)
  })
}

/** A socket that closes rejects with its number of closing, which has no stack. */
function isLeftByBaileys(reason: unknown): boolean {
  return typeof reason === 'number' || (reason instanceof Error && libraryFrame.test(reason.stack ?? ''))
}
