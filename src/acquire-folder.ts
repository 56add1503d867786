import type { Config } from './kernel/config/config'
import {
  findHolder,
  type FolderLock,
  FolderInUse,
  lockFolder,
  nameOf,
  whenFolderIsFree,
} from './kernel/company/folder-lock'
import { runRequest } from './kernel/current-request'
import type { Log } from './kernel/log'
import { StartFailure } from './kernel/start-failure'
import { errorCode } from './kernel/errors'
import { liveAnswer, notReadyAnswer } from './host/health'
import { unavailableAnswer } from './host/unavailable-answer'
import { version } from './version'

const remindMs = 60_000

interface AcquiredFolder {
  lock: FolderLock
  /** The configuration with the port actually used. */
  config: Config
  stopAnswering(): Promise<void>
}

/** Waits and answers "starting": platforms start the new process before they stop the old one. @throws StartFailure */
export async function acquireFolder(config: Config, log: Log, ended: AbortSignal): Promise<AcquiredFolder> {
  try {
    return { lock: lockFolder(config.dataDir), config, stopAnswering: async () => {} }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return waitForFolder(config, log, ended, error)
  }
}

async function waitForFolder(
  config: Config,
  log: Log,
  ended: AbortSignal,
  inUse: FolderInUse,
): Promise<AcquiredFolder> {
  const server = answerStarting(config, inUse)
  const say = () => {
    const how = process.stdout.isTTY ? ' Press Ctrl+C to stop waiting.' : ''
    const holder = nameOf(findHolder(config.dataDir))
    log.warn(`Waiting for another Recado${holder} to end: it is using ${config.dataDir}.${how}`)
  }
  say()
  const reminder = setInterval(say, remindMs)
  try {
    const lock = await whenFolderIsFree(config.dataDir, ended)
    log.info(`${config.dataDir} is free now: starting`)
    return { lock, config: { ...config, port: server.port ?? config.port }, stopAnswering: () => server.stop(true) }
  } catch (error) {
    await server.stop(true)
    throw error
  } finally {
    clearInterval(reminder)
  }
}

function answerStarting(config: Config, inUse: FolderInUse) {
  try {
    return serveStarting(config)
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error
    throw new StartFailure(`${inUse.message} Port ${config.port} is in use, too.`)
  }
}

/** `/live` and `/version` answer 200, for which platforms wait before they stop the old process. All else 503. */
function serveStarting({ host, port }: Config) {
  return Bun.serve({
    hostname: host,
    port,
    reusePort: false,
    maxRequestBodySize: 64 * 1024,
    fetch: (request) => runRequest(request, () => answerOf(request)) as Response | Promise<Response>,
    error: () => new Response(null, { status: 400 }),
  })
}

function answerOf(request: Request) {
  const { pathname } = new URL(request.url)
  if (pathname === '/version') {
    return Response.json({ version, state: 'starting' }, { headers: { 'cache-control': 'no-store' } })
  }
  if (pathname === '/live') return liveAnswer()
  if (pathname === '/ready') return notReadyAnswer('starting')
  return unavailableAnswer(request)
}
