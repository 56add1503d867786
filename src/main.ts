import { join, resolve } from 'node:path'
import { compose, shutdown, composeConnections } from './compose'
import { jobHandlers } from './domains'
import { commands } from './command/commands'
import { serveControl } from './command/control-server'
import { restoringMarker } from './host/backup/restoring-marker'
import { startBackups } from './host/backup/backup-schedule'
import { startCron } from './cron'
import { endOnLeftPromises } from './channel/whatsapp/session/left-promises'
import type { ClusterConfig } from './kernel/config/cluster-config'
import { type Config, readConfig } from './kernel/config/config'
import { startJobLoop } from './kernel/job/job-loop'
import { createSocketHub } from './kernel/live/live-hub'
import { createLog, type Log, logFormatOf, plainLine } from './kernel/log'
import { productFile } from './kernel/product-files'
import { StartFailure } from './kernel/start-failure'
import { createLaterClientFiles } from './page/later-client-files'
import { isMuted } from './platform/company/mute-company'
import { followReadOnly } from './platform/company/follow-read-only'
import { firstBoot } from './platform/company/first-boot'
import type { Platform } from './platform/platform'
import { createHostWatch, type HostWatch } from './host/watch/host-watch'
import { finishRequests, serve, type ServeOptions, stopListening } from './serve'
import { acquireFolder } from './acquire-folder'
import { openUnknownCompanies } from './user/session/rebuild-sign-in'
import { errorCode } from './kernel/errors'
import { existsSync, mkdirSync, rmSync } from 'node:fs'

const production = process.env.NODE_ENV === 'production'
const restStartMs = 300

const ending = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort())
// The parent holds an IPC channel, as the demo: it ends this process by disconnecting.
process.once('disconnect', () => ending.abort())

try {
  const config = readConfig()
  const stop = await start(config, createLog(config.logLevel, config.logFormat), ending.signal)
  if (ending.signal.aborted) await stop()
  else ending.signal.addEventListener('abort', () => void stop())
} catch (error) {
  fail(error)
}

function fail(error: unknown): never {
  if (ending.signal.aborted) process.exit(0)
  const format = logFormatOf(process.env)
  if (error instanceof StartFailure) console.error(plainLine(format, 'error', error.message))
  else if (format === 'json') createLog('error', format).error('Recado could not be started', { error })
  else console.error(error)
  process.exit(1)
}

/** Returns a function that stops it. @throws StartFailure */
async function start(given: Config, log: Log, ended: AbortSignal) {
  const client = createLaterClientFiles({ root: productFile('.'), production })
  const { config, lock, stopAnswering } = await acquireFolder(given, log, ended)
  requireWhole(config.dataDir)
  const hub = createSocketHub()
  const joined = config.cluster && (await joinNodes(config, config.cluster, log))
  const platform = compose({ config, log, lock, hub, node: joined?.ports })
  useTemporaryFolder(config.dataDir)
  await stopAnswering()
  // The first node of a host creates its first company.
  const isFirst = joined === undefined || (await joined.attach(platform)).isFirst
  await joined?.start()
  const watch = createHostWatch(platform)
  const server = listen({ platform, hub, client, watch })
  await openUnknownCompanies(platform)
  const firstSignIn = isFirst ? await firstBoot(platform) : undefined
  const jobs = startJobLoop({
    files: platform.files,
    hints: platform.catalog.jobHints,
    handlers: jobHandlers,
    log,
    isMuted: (companyId) => isMuted(platform, companyId),
  })
  const connections = composeConnections(platform)
  endOnLeftPromises(log)
  if (config.mail && !config.publicUrl) log.warn('PUBLIC_URL is not set, so that links in mails lead to localhost')
  const address = config.publicUrl ?? `http://localhost:${server.server?.port}`
  const control = serveControl(platform, commands)
  announce(address, firstSignIn, (text) => console.log(plainLine(config.logFormat, 'info', text)))
  connections.boot().catch((error) => fail(new StartFailure(`The connections could not be started: ${error}`)))
  // The first answers would wait for it.
  const rest = startRest(platform, client, watch)

  return async function stop() {
    platform.isStopping = true
    control.stop()
    const restStopped = rest.stop()
    await finishRequests(server, hub)
    await connections.stop()
    await jobs.stop()
    await restStopped
    await joined?.stop()
    await stopListening(server)
    await shutdown(platform)
    process.exit(0)
  }
}

/** Of what nodes need nothing is loaded without them. */
async function joinNodes(config: Config, cluster: ClusterConfig, log: Log) {
  const { joinCluster } = await import('./cluster/join-cluster')
  return joinCluster(config, cluster, log)
}

/** @throws StartFailure */
function requireWhole(dataDir: string) {
  if (!existsSync(restoringMarker(dataDir))) return
  throw new StartFailure(`${dataDir} is only half restored. Run recado restore all once more; it continues.`)
}

function startRest(platform: Platform, client: ReturnType<typeof createLaterClientFiles>, watch: HostWatch) {
  let cron: ReturnType<typeof startCron> | undefined
  let backups: ReturnType<typeof startBackups> | undefined
  let readOnly: ReturnType<typeof followReadOnly> | undefined
  const timer = setTimeout(() => {
    cron = startCron(platform)
    backups = startBackups(platform)
    watch.start()
    readOnly = platform.node && followReadOnly(platform)
    void import('./page/pages')
    client.open().catch(fail)
  }, restStartMs)
  return {
    async stop() {
      clearTimeout(timer)
      cron?.stop()
      readOnly?.stop()
      client.stop()
      await Promise.all([watch.stop(), backups?.stop()])
    },
  }
}

/** Before the first boot, whose password is shown once and lost if the port is taken. */
function listen(options: ServeOptions) {
  try {
    return serve(options)
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error
    void shutdown(options.platform)
    throw new StartFailure(`Port ${options.platform.config.port} is in use by another program; set PORT`)
  }
}

function announce(address: string, firstSignIn: Awaited<ReturnType<typeof firstBoot>>, say: (text: string) => void) {
  say(`Recado answers at ${address}`)
  if (!firstSignIn) return
  say(`Sign in at ${address}/login as ${firstSignIn.email}`)
  if (firstSignIn.password) {
    say(`with the password ${firstSignIn.password} (shown this once; you choose another one when you sign in)`)
  }
}

/** Baileys encrypts uploads there, which a killed process leaves behind. */
function useTemporaryFolder(dataDir: string) {
  const folder = resolve(join(dataDir, 'tmp'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  process.env.TMPDIR = folder
}
