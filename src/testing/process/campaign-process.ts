import { appendFileSync } from 'node:fs'
import { compose } from '../../compose'
import { jobHandlers } from '../../domains'
import { createContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { runDueJobs } from '../../kernel/job/run-job'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { createFakeChannel } from '../conversation/fake-channel'

/**
 * Runs Acme's campaigns in a separate process, which the test kills. Writes recipient and id of every sent message to
 * a file. Arguments: the data folder, that file, the time from which the clock runs a hundred times as fast, the
 * connection, and after how many messages one is held: handed over, but not noted as sent.
 */
const [dataDir, file = '', start, connectionId, heldText] = process.argv.slice(2)
const held = Number(heldText)
let handedOver = 0
const startMs = Number(start)
const speed = 100
const clock = { now: () => new Date(startMs + (Date.now() - startMs) * speed) }
// The test has the same folder open, to inspect the remains.
const lock = { isHandOver: () => false, isHeld: () => true, release() {} }
const platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }), lock, clock })
const { channel } = createFakeChannel()
channel.send = async ({ id, to }) => {
  appendFileSync(file, `${to.value} ${id}\n`)
  if (++handedOver === held) await new Promise(() => {})
  await Bun.sleep(1)
}
console.log('up')
for (;;) {
  await runDueJobs(platform.files, 1, jobHandlers, platform.log, 100)
  await sendOutbox(() => createContext(platform.files.use(1)), Number(connectionId), channel)
  await Bun.sleep(1)
}
