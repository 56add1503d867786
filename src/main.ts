import { createApp } from './app'
import { compose, decompose, jobHandlers } from './compose'
import { readConfig } from './kernel/config'
import { startJobLoop } from './kernel/jobs'
import { createAccessTokens } from './platform/access-token'
import { firstBoot } from './platform/first-boot'

const config = readConfig()
const platform = compose({ config })
const firstSignIn = await firstBoot(platform)
const tokens = createAccessTokens(platform.hostKey.sessionSecret)
const app = createApp({ platform, tokens, addressOf: (request) => app.server?.requestIP(request)?.address ?? '' })
app.listen({ hostname: config.host, port: config.port })
const jobs = startJobLoop({
  files: platform.files,
  hints: platform.catalog.jobHints,
  handlers: jobHandlers,
  log: platform.log,
})
announce()

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

function announce() {
  const address = config.publicUrl ?? `http://localhost:${app.server?.port}`
  console.log(`Recado answers at ${address}`)
  if (!firstSignIn) return
  console.log(`Sign in at ${address}/login as ${firstSignIn.email}`)
  if (firstSignIn.password)
    console.log(`with the password ${firstSignIn.password} (shown this once; change it after signing in)`)
}

async function stop() {
  await app.stop()
  await jobs.stop()
  decompose(platform)
  process.exit(0)
}
