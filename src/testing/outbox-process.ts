import { compose } from '../compose'
import { createContext } from '../kernel/company-context'
import { readConfig } from '../kernel/config'
import { sendOutbox } from '../message/outbox/send-outbox'
import { createFakeChannel } from './fake-channel'

/**
 * A process of its own that begins to send Acme's outbox and is then killed by the test: it says which id it handed over,
 * and never gets an answer. Run with the data folder as its argument.
 */
// The test has the same folder open, to see what is left of it.
const lock = { isHandOver: () => false, release() {} }
const platform = compose({ config: readConfig({ DATA_DIR: process.argv[2], LOG_LEVEL: 'error' }), lock })
const { channel, sentIds, then } = createFakeChannel()
then(() => {
  console.log(sentIds().at(-1))
  return new Promise<never>(() => {})
})
const keepAlive = setInterval(() => {}, 1000)
await sendOutbox(() => createContext(platform.files.use(1)), 1, channel)
clearInterval(keepAlive)
