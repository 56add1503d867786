import { join } from 'node:path'
import { findAgent } from './ai-agent/agent/agent.records'
import { findAgentAssistant } from './ai-agent/agent-assistant'
import { startAgent } from './ai-agent/answer/agent-bot'
import { findPrompt } from './ai/prompt/prompt.records'
import { handleSilentAnswer } from './campaign/answer/campaign-answer'
import { findCampaignUsing } from './campaign/campaign.queries'
import { bots } from './bots'
import { runBots } from './bot/run-bots'
import { rebuildAccountIndex } from './connection/save/channel-account'
import { noConnections } from './connection/running/connection-control'
import { findContactRow } from './contact/contact.queries'
import { countConnectionsOf, createConnectionCounts } from './connection/host/connection-counts'
import { countConnections } from './connection/connection.queries'
import { listContactsOfTag } from './contact/list/list-contacts'
import { countMessagesOfContact } from './message/contact/messages-of-contact.view'
import { ticketMessages } from './message/list/ticket-messages.adapter'
import { countSchedulesOfContact } from './schedule/schedule.queries'
import { countTicketsOfContact } from './ticket/list/count-tickets-of-contact'
import { domains } from './domains'
import { hasFileList } from './file-list/file-list.records'
import { findFlow } from './flow/run/find-flow'
import { createCheckpoints } from './kernel/database/checkpoints'
import { systemClock, type Clock } from './kernel/time/clock'
import { createContext } from './kernel/company/company-context'
import { createGuardedFetch } from './kernel/outgoing/guarded-fetch'
import { createCompanyFiles, type CompanyPorts } from './kernel/company/company-files'
import type { Config } from './kernel/config/config'
import { createFairScheduler } from './kernel/job/fair-scheduler'
import { type FolderLock, lockFolder } from './kernel/company/folder-lock'
import { createFileLinks } from './kernel/file/file-links'
import { openHostKey } from './kernel/config/host-key'
import type { JobHandlers } from './kernel/job/jobs'
import { type BeforePublish, noLive, type LiveHub, publishCommitted } from './kernel/live/live'
import { createLog, type Log } from './kernel/log'
import { readMigrations } from './kernel/database/migrate'
import { openCatalog } from './platform/catalog'
import { getCompany } from './platform/company/company.queries'
import { createCompanyFileSummaries } from './platform/company/company-file-summaries'
import { createPayments, registerWebhook } from './platform/payment/payments'
import { removeWithdrawnCharge, verifyCharge } from './platform/payment/verify-charge'
import type { Platform } from './platform/platform'
import { getCompanySchedule } from './queue/company-schedule'
import { countQueues } from './queue/queue.queries'
import { startIntegration } from './integration/integration-bot'
import { findIntegration } from './integration/integration.records'
import { listSettings } from './setting/setting.queries'
import { contactConversations } from './message/contact/contact-conversations.view'
import { createFirstAdmin } from './user/sign-up/create-first-admin'
import { rebuildSignIn } from './user/session/rebuild-sign-in'
import { countUsers, findUser } from './user/user.queries'
import { createHostTarget } from './webhook/host-target'

const migrations = join(import.meta.dir, '..', 'migrations')

export const jobHandlers = Object.assign({}, ...domains.map(({ jobs }) => jobs)) as JobHandlers

export interface ComposeOptions {
  config: Config
  /** The lock on the data folder, if already taken. */
  lock?: FolderLock
  live?: LiveHub
  clock?: Clock
  log?: Log
  /** Certificate authorities for outgoing calls, replacing the system's, in PEM. */
  outgoingCa?: string
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
  lock = lockFolder(config.dataDir),
}: ComposeOptions) {
  const checkpoints = createCheckpoints(log)
  const catalog = openCatalog(config.dataDir, join(migrations, 'platform'), checkpoints)
  const fileSummaries = createCompanyFileSummaries(
    catalog.sqlite,
    (id) => {
      const ctx = createContext(files.use(id))
      return { ...getCompanySchedule(ctx), settings: listSettings(ctx) }
    },
    ['setting.changed', 'companySchedule.changed'],
  )
  const ports: CompanyPorts = {
    botRecords: {
      flow: { exists: (ctx, id) => findFlow(ctx, id) !== undefined },
      integration: { exists: (ctx, id) => findIntegration(ctx, id) !== undefined },
      prompt: { exists: (ctx, id) => findPrompt(ctx, id) !== undefined },
      agent: { exists: (ctx, id) => findAgent(ctx, id) !== undefined },
    },
    bots,
    answerContact: runBots,
    beforeDeleteContact: domains.flatMap(({ beforeDelete }) => beforeDelete?.contact ?? []),
    beforeDeleteQueue: domains.flatMap(({ beforeDelete }) => beforeDelete?.queue ?? []),
    beforeDeleteUser: domains.flatMap(({ beforeDelete }) => beforeDelete?.user ?? []),
    connections: noConnections,
    hostWebhook: createHostTarget(() => platform),
    contactConversations,
    contactListUse: { findCampaignUsing },
    handleSilentAnswer,
    contactRecords: [countTicketsOfContact, countMessagesOfContact, countSchedulesOfContact],
    startAgent,
    agentAssistant: findAgentAssistant,
    ticketMessages,
    startIntegration,
    queueTargets: { hasFileList, hasUser: (ctx, id) => findUser(ctx, id) !== undefined },
    taggedContacts: { isContact: (ctx, id) => findContactRow(ctx, id) !== undefined, list: listContactsOfTag },
    payments: {
      verifyCharge: (chargeId, signal) => verifyCharge(platform, chargeId, signal),
      removeWithdrawnCharge: (chargeId, signal) => removeWithdrawnCharge(platform, chargeId, signal),
      registerWebhook: (signal) => registerWebhook(platform, signal),
    },
    planUsage: (ctx) => ({ users: countUsers(ctx), connections: countConnections(ctx), queues: countQueues(ctx) }),
    wakeOutbox: () => {},
  }
  const connectionCounts = createConnectionCounts(() => platform)
  const hostKey = openHostKey(config.dataDir)
  const guardedFetch = createGuardedFetch({ allow: config.outgoingAllow, ca: outgoingCa })
  const fileLinks = createFileLinks(hostKey.linkSecret, config.publicUrl)
  const files = createCompanyFiles({
    dataDir: config.dataDir,
    migrations: readMigrations(join(migrations, 'company')),
    checkpoints,
    clock,
    log,
    live,
    jobHints: catalog.jobHints,
    guardedFetch,
    sealer: hostKey,
    fileLinks,
    ai: config.ai,
    dialogflow: config.dialogflow,
    reactions: [
      ...domains.flatMap(({ reactions = [] }) => reactions),
      ...fileSummaries.reactions,
      ...connectionCounts.reactions,
    ],
    presenters: domains.flatMap(({ presenters = [] }) => presenters),
    beforePublish,
    committed: publishCommitted,
    ports,
    about: (id) => getCompany(platform, id).company,
    planOf: (id) => getCompany(platform, id).plan,
    onOpen: [
      (id) => rebuildSignIn(platform, id),
      (id) => rebuildAccountIndex(platform, id),
      (id) => void countConnectionsOf(platform, id),
    ],
  })
  const platform: Platform = {
    config,
    catalog,
    lock,
    files,
    hostKey,
    clock,
    log,
    guardedFetch,
    fileLinks,
    turns: createFairScheduler(),
    live,
    ports,
    payments: createPayments(() => platform, guardedFetch),
    companySetUps: [(ctx, admin) => createFirstAdmin(platform, ctx, admin)],
    fileSummaries,
    companyStops: [],
    companyStarts: [],
  }
  return platform
}

export function shutdown(platform: Platform) {
  platform.files.closeAll()
  platform.catalog.close()
  platform.lock.release()
}
