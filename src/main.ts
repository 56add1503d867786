import { join } from 'node:path'
import { compose, decompose, jobHandlers } from './compose'
import { startCron } from './cron'
import type { CompanyHooks } from './kernel/company-files'
import { readConfig } from './kernel/config'
import { guardMappedFiles } from './kernel/bus-error-guard'
import { startJobLoop } from './kernel/jobs'
import { createSocketHub } from './kernel/live-hub'
import { liveRights } from './live-rights'
import { openClientFiles } from './page/client-files'
import { firstBoot } from './platform/first-boot'
import { composeConnections } from './run-connections'
import { serve } from './serve'
import { keepLiveRights } from './user/live-rights'
import { openUnknownCompanies } from './user/rebuild-sign-in'

const root = join(import.meta.dir, '..')
const production = process.env.NODE_ENV === 'production'

const config = readConfig()
const client = await openClientFiles({ root, production })
const hub = createSocketHub()
const hooks: CompanyHooks = {}
const platform = compose({ config, live: hub, hooks, firstPresenters: [keepLiveRights(hub, liveRights)] })
await guardMappedFiles(platform.log)
const server = listen()
openUnknownCompanies(platform)
const firstSignIn = await firstBoot(platform)
const jobs = startJobLoop({
  files: platform.files,
  hints: platform.catalog.jobHints,
  handlers: jobHandlers,
  log: platform.log,
})
const connections = composeConnections(platform, hooks)
// Baileys leaves promises to themselves when a line breaks; one company's line must not end the process for all.
process.on('unhandledRejection', (error) => platform.log.error('A promise was left to itself and failed', { error }))
const cron = startCron(platform)
announce()
void connections.boot()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
// Only a program that holds a line to it, such as the demo, ends it by going away, however it went.
process.once('disconnect', () => void stop())

/** Before the first boot: its password is shown once, and must not be lost to a port that is taken. */
function listen() {
  try {
    return serve({ platform, hub, client })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    console.error(`Port ${config.port} is in use by another program; set PORT`)
    decompose(platform)
    process.exit(1)
  }
}

function announce() {
  const address = config.publicUrl ?? `http://localhost:${server.server?.port}`
  console.log(`Recado answers at ${address}`)
  if (!firstSignIn) return
  console.log(`Sign in at ${address}/login as ${firstSignIn.email}`)
  if (firstSignIn.password) {
    console.log(`with the password ${firstSignIn.password} (shown this once; change it after signing in)`)
  }
}

/** Takes no more work, finishes what runs, closes the files: nothing acknowledged is left half done. */
async function stop() {
  client.stop()
  cron.stop()
  await server.stop()
  await connections.stop()
  await jobs.stop()
  decompose(platform)
  process.exit(0)
}
