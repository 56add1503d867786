import { compose, composeConnections } from '../../compose'
import { readConfig } from '../../kernel/config/config'

/**
 * Runs Acme's connections in a separate process, which the test kills. Run with the data folder as its argument, and the
 * addresses of the Graph server in the environment.
 */
// The test has the same folder open, to inspect the remains.
const lock = { isHandOver: () => false, isHeld: () => true, release() {} }
const platform = compose({
  config: readConfig({ ...process.env, DATA_DIR: process.argv[2], LOG_LEVEL: 'error' }),
  lock,
})
const connections = composeConnections(platform, { supervisor: { startGapMs: 0 } })
setInterval(() => {}, 1000)
await connections.boot()
