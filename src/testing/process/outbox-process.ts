import { compose } from '../../compose'
import { createContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { createFakeChannel } from '../conversation/fake-channel'

/**
 * Starts sending Acme's outbox in a separate process, which the test kills: it prints the id handed over and never gets
 * an answer. Run with the data folder as its argument.
 */
// The test has the same folder open, to inspect the remains.
const lock = { isHandOver: () => false, isHeld: () => true, release() {} }
const platform = compose({ config: readConfig({ DATA_DIR: process.argv[2], LOG_LEVEL: 'error' }), lock })
const { channel, sentIds, then } = createFakeChannel()
then(() => {
  console.log(sentIds().at(-1))
  return new Promise<never>(() => {})
})
const keepAlive = setInterval(() => {}, 1000)
await sendOutbox(() => createContext(platform.files.use(1)), 1, channel)
clearInterval(keepAlive)
