import { createApp } from '../../app'
import { compose, composeConnections } from '../../compose'
import { readConfig } from '../../kernel/config/config'
import { createAccessTokens } from '../../platform/sign-in/access-token'

/**
 * Takes webhooks in a separate process, and prints its port. Run with the data folder as its argument. With a second one it kills itself
 * once that many webhooks are durable, before the last of them is answered.
 */
// The test has the same folder open, to inspect the remains.
const lock = { isHandOver: () => false, isHeld: () => true, release() {} }
const [dataDir, killAt] = process.argv.slice(2)
const platform = compose({ config: readConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' }), lock })
const connections = composeConnections(platform, { supervisor: { startGapMs: 0 } })
const app = createApp({ platform, tokens: createAccessTokens(platform.hostKey.sessionSecret, platform.clock) })
let left = Number(killAt ?? Infinity)
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const answer = await app.handle(request)
    if (--left === 0) process.kill(process.pid, 'SIGKILL')
    return answer
  },
})
await connections.boot()
console.log(server.port)
