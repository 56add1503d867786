import { createContext } from '../../kernel/company/company-context'
import { Elysia } from 'elysia'
import { createSocketHub } from '../../kernel/live/live-hub'
import { compose } from '../../compose'
import { jobHandlers } from '../../domains'
import { readConfig } from '../../kernel/config/config'
import { startJobLoop } from '../../kernel/job/job-loop'
import { openClientFiles } from '../../page/client-files'
import { createAccessTokens } from '../../platform/sign-in/access-token'
import { startSession } from '../../user/session/session'
import { serve } from '../../serve'
import { join } from 'node:path'

/** Runs the product on the benchmark's data. Prints a JSON line: its port, sessions of users 1 to 50, the port of a bare Elysia route. */
const dataDir = process.argv[2] ?? ''
const hub = createSocketHub()
const platform = compose({
  config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT: '0' }),
  hub,
})
const client = await openClientFiles({ root: join(import.meta.dir, '../../..'), production: true })
const server = serve({ platform, hub, client })
const tokens = createAccessTokens(platform.hostKey.sessionSecret, platform.clock)
const sessions: { token: string; cookie: string }[] = []
for (let userId = 1; userId <= 50; userId++) {
  const { session, refreshToken } = startSession(platform, createContext(platform.files.use(1)), userId, '')
  sessions.push({ token: await tokens.sign(session), cookie: refreshToken })
}
const floor = new Elysia().get('/', () => ({ ok: true })).listen({ hostname: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ port: server.server?.port, floorPort: floor.server?.port, sessions }))

process.on('message', (command) => {
  if (command === 'jobs') {
    const { files, log, catalog } = platform
    startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  }
  if (command === 'memory') process.send?.({ rssBytes: process.memoryUsage().rss })
})
