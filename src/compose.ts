import { join } from 'node:path'
import type { ChannelProviders } from './channel/channel-provider'
import { rebuildAccountIndex } from './connection/save/channel-account'
import { countConnectionsOf, createConnectionCounts } from './connection/host/connection-counts'
import { domains } from './domains'
import { providers as allProviders } from './channels'
import { createPorts } from './ports'
import { createCheckpoints } from './kernel/database/checkpoints'
import { systemClock, type Clock } from './kernel/time/clock'
import { createContext } from './kernel/company/company-context'
import { createOutgoingCalls } from './kernel/outgoing/guarded-fetch'
import { type CompanyFiles, createCompanyFiles } from './kernel/company/company-files'
import type { Config } from './kernel/config/config'
import type { CompanyId } from './kernel/ids'
import { createFairScheduler } from './kernel/job/event-loop-turns'
import { type FolderLock, lockFolder } from './kernel/company/folder-lock'
import { createFileLinks } from './kernel/file/file-links'
import { createFreeSpace, type ReadSpace } from './kernel/file/free-space'
import { sealOldAddresses } from './kernel/config/seal-old-addresses'
import { openHostKey } from './kernel/config/host-key'
import type { JobHandlers } from './kernel/job/jobs'
import { type BeforePublish, noLive, type LiveHub, publishCommitted } from './kernel/live/live'
import { createLog, type Log } from './kernel/log'
import { readMigrations } from './kernel/database/migrate'
import { type Catalog, openCatalog } from './platform/catalog'
import { getCompany } from './platform/company/company.queries'
import { createCompanyFileSummaries } from './platform/company/company-file-summaries'
import { createStoredBytes } from './platform/company/stored-bytes'
import { createPayments } from './platform/payment/payments'
import { createPasswords, type PasswordCost } from './platform/sign-in/passwords'
import type { Platform } from './platform/platform'
import { getCompanySchedule } from './queue/hours/company-schedule'
import { listSettings } from './setting/setting.queries'
import { createFirstAdmin } from './user/sign-up/create-first-admin'
import { rebuildTokenIndex } from './connection/save/connection-token'
import { sealOldHostAddress } from './platform/host-webhook/host-webhook'
import { rebuildSignIn } from './user/session/rebuild-sign-in'

const migrations = join(import.meta.dir, '..', 'migrations')

export const jobHandlers = Object.assign({}, ...domains.map(({ jobs }) => jobs)) as JobHandlers

const reactions = domains.flatMap(({ reactions: own = [] }) => own)
const presenters = domains.flatMap(({ records = [], presenters: own = [] }) => [
  ...records.flatMap(({ live }) => live ?? []),
  ...own,
])

export interface ComposeOptions {
  config: Config
  /** All by default. */
  providers?: ChannelProviders
  /** The lock on the data folder, if already taken. */
  lock?: FolderLock
  live?: LiveHub
  clock?: Clock
  log?: Log
  /** Certificate authorities for outgoing calls, replacing the system's, in PEM. */
  outgoingCa?: string
  /** Lower in tests, which sign in and create users hundreds of times. */
  passwordCost?: PasswordCost
  /** Replaces the system's measurement of free space, for tests. */
  readSpace?: ReadSpace
  /** Run after each commit, before live events are published. */
  beforePublish?: readonly BeforePublish[]
}

/**
 * Creates all services without starting anything; used by the server, scripts and tests.
 * @throws FolderInUse while another process uses the data folder; StartFailure when the folder cannot be used
 */
export function compose({
  config,
  live = noLive,
  clock = systemClock,
  log = createLog(config.logLevel),
  beforePublish = [],
  outgoingCa,
  passwordCost,
  providers = allProviders,
  readSpace,
  lock = lockFolder(config.dataDir),
}: ComposeOptions) {
  const checkpoints = createCheckpoints(log)
  const catalog = openCatalog(config.dataDir, join(migrations, 'platform'), checkpoints)
  const fileSummaries = createFileSummaries(catalog, (id) => files.use(id))
  const ports = createPorts(() => platform, providers)
  const connectionCounts = createConnectionCounts(() => platform)
  const freeSpace = createFreeSpace({ folder: config.dataDir, limits: config.space, log, read: readSpace })
  const storedBytes = createStoredBytes(catalog)
  const services = { ...createHostServices(config, outgoingCa), freeSpace, storedBytes }
  const { sealer: hostKey, outgoing, fileLinks } = services
  const files = createCompanyFiles({
    dataDir: config.dataDir,
    migrations: readMigrations(join(migrations, 'company')),
    checkpoints,
    clock,
    log,
    live,
    jobHints: catalog.jobHints,
    ...services,
    reactions: [...reactions, ...fileSummaries.reactions, ...connectionCounts.reactions],
    presenters,
    beforePublish,
    committed: publishCommitted,
    ports,
    about: (id) => getCompany(platform, id).company,
    planOf: (id) => getCompany(platform, id).plan,
    onOpen: [rebuildSignIn, rebuildAccountIndex, rebuildTokenIndex, sealAddresses, countConnectionsOf].map(
      (follow) => (id) => void follow(platform, id),
    ),
  })
  const platform: Platform = {
    config,
    catalog,
    lock,
    files,
    hostKey,
    clock,
    log,
    outgoing,
    fileLinks,
    freeSpace,
    turns: createFairScheduler(),
    live,
    ports,
    payments: createPayments(() => platform, outgoing.of('host', 'payment')),
    passwords: createPasswords(passwordCost),
    secretAnswers: new Map(),
    companySetUps: [(ctx, admin) => createFirstAdmin(platform, ctx, admin)],
    fileSummaries,
    companyStops: [],
    companyStarts: [],
  }
  sealOldHostAddress(platform)
  return platform
}

/** What companies use beyond their own file. */
function createHostServices(config: Config, outgoingCa: string | undefined) {
  const { ai, dialogflow, graph, publicUrl } = config
  const sealer = openHostKey(config.dataDir)
  return {
    sealer,
    outgoing: createOutgoingCalls({ allow: config.outgoingAllow, ca: outgoingCa }),
    fileLinks: createFileLinks(sealer.linkSecret, publicUrl),
    ai,
    dialogflow,
    graph,
  }
}

function sealAddresses({ files }: Platform, companyId: CompanyId) {
  sealOldAddresses(createContext(files.use(companyId)), [
    { table: 'company_webhook', key: 'id', column: 'url' },
    { table: 'connection_webhook', key: 'connection_id', column: 'url' },
    { table: 'queue_integration', key: 'id', column: 'url_n8n' },
  ])
}

/** The events that change the summary of a company's file. */
const summarised = [
  'setting.changed',
  'companySchedule.changed',
  'user.created',
  'user.deleted',
  'connection.created',
  'connection.deleted',
  'queue.created',
  'queue.deleted',
] as const

function createFileSummaries(catalog: Catalog, use: CompanyFiles['use']) {
  const summaryOf = (id: CompanyId) => {
    const ctx = createContext(use(id))
    const used = ctx.company.services.ports.planUsage(ctx)
    return { ...getCompanySchedule(ctx), settings: listSettings(ctx), used }
  }
  return createCompanyFileSummaries(catalog, summaryOf, summarised)
}

export function shutdown(platform: Platform) {
  platform.files.closeAll()
  platform.catalog.close()
  platform.lock.release()
}
