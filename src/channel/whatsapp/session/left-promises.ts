import type { Log } from '../../../kernel/log'

const libraryFrame = /node_modules\/(?:@whiskeysockets\/baileys|libsignal)\/|\(ws:/

export function endOnLeftPromises(log: Log) {
  process.on('unhandledRejection', (error) => {
    const isKnown = isLeftByBaileys(error)
    log.error(isKnown ? 'Baileys left a promise that failed' : 'A promise was left that failed; Recado ends', { error })
    if (!isKnown) process.exit(1)
  })
}

/** A closing socket rejects with a number, which has no stack. */
function isLeftByBaileys(reason: unknown): boolean {
  return typeof reason === 'number' || (reason instanceof Error && libraryFrame.test(reason.stack ?? ''))
}
