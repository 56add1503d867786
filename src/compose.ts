import type { ChannelProviders } from './channel/channel-provider'
import { createConnectionCounts } from './connection/host/connection-counts'
import { domains, providers as allProviders } from './domains'
import { createPorts } from './ports'
import { createCheckpoints } from './kernel/database/checkpoints'
import { systemClock, type Clock } from './kernel/time/clock'
import { finishSwaps } from './kernel/company/folder-swap'
import { type CompanyContext, createContext } from './kernel/company/company-context'
import type { NodePorts } from './kernel/company/node-ports'
import { createOutgoingCalls } from './kernel/outgoing/guarded-fetch'
import { type CompanyFiles, createCompanyFiles } from './kernel/company/company-files'
import type { Config } from './kernel/config/config'
import type { CompanyId, TicketId } from './kernel/ids'
import { createFairScheduler } from './kernel/job/event-loop-turns'
import { type FolderLock, lockFolder } from './kernel/company/folder-lock'
import { createFileLinks } from './kernel/file/file-links'
import { createFreeSpace, type ReadSpace } from './kernel/file/free-space'
import { createMediaBucket } from './kernel/file/bucket/media-bucket'
import { eraseObjects } from './kernel/file/bucket/erase-objects'
import { openHostKey } from './kernel/config/host-key'
import { noLive, type LiveHub, presentCommitted, publishCommitted } from './kernel/live/live'
import { createLiveProbes } from './kernel/live/live-probes'
import { createLog, type Log } from './kernel/log'
import { readMigrations } from './kernel/database/migrate'
import { eraseKeptCopies } from './host/backup/erase-kept-copies'
import { eraseBackups } from './host/backup/erase-backups'
import { createArchive } from './host/backup/archive'
import { productFile } from './kernel/product-files'
import { createLocalBusiness } from './platform/business/local-business'
import { openCatalog } from './platform/catalog'
import { getCompany } from './platform/company/company.queries'
import { createCompanyFileSummaries } from './platform/company/company-file-summaries'
import { removeUnfinishedCopies } from './platform/company/company-copy'
import { createStoredBytes } from './platform/company/stored-bytes'
import { createCatalogNames } from './platform/names/catalog-names'
import { createPayments } from './platform/payment/payments'
import { forgetEarlierSessions } from './platform/sign-in/earlier-session'
import { createPasswords, type PasswordCost } from './platform/sign-in/passwords'
import type { Platform } from './platform/platform'
import { createPushKeys } from './push/push-keys'
import { getCompanySchedule } from './queue/hours/company-schedule'
import { listSettings } from './setting/setting.queries'
import { createFirstAdmin } from './user/create-user'
import { sealOldHostAddress } from './platform/host-webhook/host-webhook'
import type { SocketHub } from './kernel/live/live-hub'
import { createWhatsAppProvider } from './channel/whatsapp/whatsapp-provider'
import type { WhatsAppOptions } from './channel/whatsapp/whatsapp-options'
import { createSupervisor, type SupervisorOptions } from './connection/running/supervisor'
import { interpretHistory } from './message/inbound/receive-message'
import { interpretInbound, DeferredEvent } from './message/inbound/interpret-inbound'
import { findLastInboundKey } from './message/compose/last-inbound.view'
import { sendOutbox } from './message/outbox/send-outbox'
import { publishTyping } from './message/presence/typing'
import { isSubscribed } from './platform/invoice/subscription'
import { findTicketForActor } from './ticket/ticket.queries'
import { keepLiveSubscriptions, type LiveSubscriptions } from './user/live/live-subscriptions'

const reactions = domains.flatMap(({ reactions: own = [] }) => own)
const onOpen = domains.flatMap(({ onOpen: own = [] }) => own)
const presenters = domains.flatMap(({ records = [], presenters: own = [] }) => [
  ...records.flatMap(({ live }) => live ?? []),
  ...own,
])

export interface ComposeOptions {
  config: Config
  providers?: ChannelProviders
  lock?: FolderLock
  hub?: SocketHub
  live?: LiveHub
  clock?: Clock
  log?: Log
  /** Certificate authorities for outgoing calls, replacing the system's, in PEM. */
  outgoingCa?: string
  /** Lower in tests. */
  passwordCost?: PasswordCost
  readSpace?: ReadSpace
  /** Undefined for a process alone. */
  node?: NodePorts | undefined
}

/** Starts nothing. @throws FolderInUse; StartFailure when the folder cannot be used */
export function compose({
  config,
  hub,
  live = hub ?? noLive,
  clock = systemClock,
  log = createLog(config.logLevel, config.logFormat),
  outgoingCa,
  passwordCost,
  providers = allProviders,
  readSpace,
  node,
  lock = lockFolder(config.dataDir),
}: ComposeOptions) {
  finishSwaps(config.dataDir)
  const archive = config.backup && createArchive({ dataDir: config.dataDir, target: config.backup.target, log })
  const archives = [archive, node?.log].filter((one) => one !== undefined)
  const checkpoints = createCheckpoints(log, { archives })
  const catalog = openCatalog(config.dataDir, productFile('migrations/platform'), checkpoints)
  const business = createLocalBusiness(() => platform)
  const fileSummaries = createFileSummaries({ catalog, business }, (id) => files.use(id))
  const ports = createPorts(() => platform, providers)
  const connectionCounts = createConnectionCounts(() => platform)
  const freeSpace = createFreeSpace({ folder: config.dataDir, limits: config.space, log, read: readSpace })
  const storedBytes = createStoredBytes(catalog)
  const mediaBucket = createMediaBucket({ config, freeSpace, log })
  const durableOf = (id: CompanyId | 'host') => (id === 'host' ? undefined : files.peek(id)?.gate?.durable())
  const services = { ...createHostServices(config, outgoingCa, node && durableOf), freeSpace, storedBytes, mediaBucket }
  const { sealer: hostKey, outgoing, fileLinks } = services
  const files = createCompanyFiles({
    dataDir: config.dataDir,
    migrations: readMigrations(productFile('migrations/company')),
    checkpoints,
    ...(node && { ownership: node.ownership, gate: node.gate }),
    clock,
    log,
    live,
    jobHints: catalog.jobHints,
    ...services,
    reactions: [...reactions, ...fileSummaries.reactions, ...connectionCounts.reactions],
    presenters,
    beforePublish: hub ? [keepLiveSubscriptions(hub, liveSubscriptions)] : [],
    committed: publishCommitted,
    presentCommitted,
    ports,
    about: (id) => getCompany(platform, id).company,
    planOf: (id) => getCompany(platform, id).plan,
    onOpen: onOpen.map((follow) => (id) => {
      Promise.resolve(follow(platform, id)).catch((error: unknown) =>
        log.error('What follows the opening of a company failed', { company: id, error }),
      )
    }),
  })
  const platform: Platform = {
    config,
    catalog,
    names: createCatalogNames(catalog, clock),
    business,
    lock,
    files,
    hostKey,
    clock,
    log,
    outgoing,
    fileLinks,
    freeSpace,
    mediaBucket,
    archive,
    node,
    turns: createFairScheduler(),
    live,
    liveProbes: createLiveProbes(),
    ports,
    payments: createPayments(() => platform, outgoing.of('host', 'payment')),
    passwords: createPasswords(passwordCost),
    secretAnswers: new Map(),
    companySetUps: [(ctx, admin) => void createFirstAdmin(ctx, admin)],
    fileSummaries,
    companyStops: [],
    companyErasers: [
      ...(mediaBucket ? [{ what: 'bucket', erase: (id: CompanyId) => eraseObjects(mediaBucket, id) }] : []),
      { what: 'copies', erase: (id) => eraseKeptCopies(platform, id) },
      // Without one the report says that none was found.
      { what: 'backups', erase: (id) => (config.backup ? eraseBackups(config.backup, id) : []) },
    ],
    companyStarts: [],
  }
  sealOldHostAddress(platform)
  forgetEarlierSessions(platform)
  removeUnfinishedCopies(platform)
  return platform
}

function createHostServices(
  config: Config,
  outgoingCa: string | undefined,
  durableOf: ((id: CompanyId | 'host') => Promise<void> | undefined) | undefined,
) {
  const { ai, dialogflow, graph, publicUrl, superEmail } = config
  const sealer = openHostKey(config.dataDir, config.hostKey)
  return {
    sealer,
    outgoing: createOutgoingCalls({
      allow: config.outgoingAllow,
      ca: outgoingCa,
      ...(durableOf && { durable: durableOf }),
    }),
    fileLinks: createFileLinks(sealer.linkSecret, publicUrl),
    pushKeys: createPushKeys(sealer.pushSecret, publicUrl?.startsWith('https:') ? publicUrl : `mailto:${superEmail}`),
    ai,
    dialogflow,
    graph,
  }
}

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

function createFileSummaries(store: Pick<Platform, 'catalog' | 'business'>, use: CompanyFiles['use']) {
  const summaryOf = (id: CompanyId) => {
    const ctx = createContext(use(id))
    const used = ctx.company.services.ports.planUsage(ctx)
    return { ...getCompanySchedule(ctx), settings: listSettings(ctx), used }
  }
  return createCompanyFileSummaries(store, summaryOf, summarised)
}

/** At once without an archive of writes, which is told what closing the files tells. */
export function shutdown({ files, catalog, lock, archive }: Platform) {
  files.closeAll()
  catalog.close()
  return archive ? archive.stop().finally(lock.release) : lock.release()
}

export const liveSubscriptions: LiveSubscriptions = {
  topicsOf(ctx) {
    const { actor } = ctx
    if (actor.kind !== 'user') return []
    if (!receivesEvents(ctx)) return ['subscription']
    return ['all', ...domains.flatMap(({ topics }) => topics?.(ctx, actor) ?? [])]
  },
  canSeeTicket: (ctx, ticketId) => findVisibleTicket(ctx, ticketId) !== undefined,
}

export function findVisibleTicket(ctx: CompanyContext, idOrUuid: TicketId | string) {
  return receivesEvents(ctx) ? findTicketForActor(ctx, idOrUuid) : undefined
}

function receivesEvents({ company, now }: CompanyContext) {
  return isSubscribed(company.services.about(company.id), now)
}

interface ConnectionsOptions {
  whatsapp?: Partial<WhatsAppOptions>
  supervisor?: Partial<SupervisorOptions>
}

/** Runs nothing before `boot`. */
export function composeConnections(platform: Platform, { whatsapp, supervisor: given }: ConnectionsOptions = {}) {
  const { providers } = platform.ports
  const used = { ...providers, ...(whatsapp && { whatsapp: createWhatsAppProvider(whatsapp) }) }
  const supervisor = createSupervisor({
    platform,
    drivers: Object.fromEntries(
      Object.entries(used).map(([channel, provider]) => [channel, provider.createDriver(platform)]),
    ),
    interpreter: { interpret: interpretInbound, interpretHistory, isEarly: (error) => error instanceof DeferredEvent },
    sendOutbox,
    ports: { passOn: publishTyping, lastInboundKey: findLastInboundKey },
    ...given,
    policy: { isHandOver: platform.lock.isHandOver, ...given?.policy },
  })
  platform.ports.connections = supervisor
  platform.ports.wakeOutbox = supervisor.wakeOutbox
  platform.companyStops.push((companyId) => supervisor.endCompany(companyId))
  platform.companyStarts.push((companyId) => supervisor.restart(companyId))
  return supervisor
}
