import { join } from 'node:path'
import { ticketTimerJobs } from './bot/ticket-timers/ticket-timers.jobs'
import { botTurnJob } from './bot/bot-turn'
import { bots } from './bot/bots'
import { runBots } from './bot/run-bots'
import { botReactions } from './bot/bot.reactions'
import { rebuildAccountIndex } from './connection/channel-account'
import { connectionLive } from './connection/connection.live'
import { connectionReactions } from './connection/connection.reactions'
import { channelContactGateway } from './connection/contact-gateway'
import { contactLive } from './contact/contact.live'
import { emptyWallet } from './contact/empty-wallet'
import { contactReactions } from './contact/contact.reactions'
import { whatsappSessionLive } from './connection/whatsapp-session.live'
import { whatsappSessionReactions } from './connection/whatsapp-session.reactions'
import { createCheckpoints } from './kernel/checkpoints'
import { systemClock, type Clock } from './kernel/clock'
import { createContext } from './kernel/company-context'
import { createFairTurns } from './kernel/fair-turns'
import { createGuardedFetch } from './kernel/outgoing/guarded-fetch'
import { createCompanyFiles, type CompanyHooks } from './kernel/company-files'
import type { Config } from './kernel/config'
import { type FolderLock, lockFolder } from './kernel/folder-lock'
import { openHostKey } from './kernel/host-key'
import { internalChatLive } from './internal-chat/internal-chat.live'
import { internalChatReactions } from './internal-chat/internal-chat.reactions'
import type { JobHandlers } from './kernel/jobs'
import { type BeforePublish, noLive, type LiveHub, type LivePresenter } from './kernel/live'
import type { Reaction } from './kernel/event-log'
import { createLog, type Log } from './kernel/log'
import { readMigrations } from './kernel/migrate'
import { openCatalog } from './platform/catalog'
import { forgetAuthor } from './message/forget-author'
import { fetchMediaJob } from './message/message.jobs'
import { presentMessageEvents } from './message/message.live'
import { movedMessagesLive } from './message/moved-messages.live'
import { mergeReactions } from './message/merge.reactions'
import { messageReactions } from './message/message.reactions'
import { getCompany } from './platform/company.queries'
import { createOwnParts } from './platform/own-parts'
import type { Platform } from './platform/platform'
import { subscriptionLive } from './platform/subscription.live'
import { getCompanySchedule } from './queue/company-schedule'
import { queueLive } from './queue/queue.live'
import { dropUploadJob, sendScheduleJob } from './schedule/schedule.jobs'
import { scheduleLive } from './schedule/schedule.live'
import { scheduleReactions } from './schedule/schedule.reactions'
import { reportLive } from './report/report.live'
import { reportReactions } from './report/report.reactions'
import { settingLive } from './setting/setting.live'
import { listSettings } from './setting/setting.queries'
import { tagLive } from './tag/tag.live'
import { clearQueue } from './ticket/clear-queue'
import { returnTicketsOfDeletedUser, returnTicketsOfLeaver } from './ticket/return-tickets-of-deleted-user'
import { closeAllJob } from './ticket/ticket.jobs'
import { ticketNoteLive } from './ticket/ticket-note.live'
import { ticketConversations } from './ticket/last-messages'
import { ticketLive } from './ticket/ticket.live'
import { ticketReactions } from './ticket/ticket.reactions'
import { createFirstAdmin } from './user/create-first-admin'
import { rebuildSignIn } from './user/rebuild-sign-in'
import { userLive } from './user/user.live'
import { userReactions } from './user/user.reactions'

const migrations = join(import.meta.dir, '..', 'migrations')

/** What each domain does on others' events. */
const reactions: readonly Reaction[] = [
  ...userReactions,
  ...contactReactions,
  ...connectionReactions,
  ...ticketReactions,
  returnTicketsOfDeletedUser,
  ...mergeReactions,
  ...messageReactions,
  ...botReactions,
  ...scheduleReactions,
  ...whatsappSessionReactions,
  ...reportReactions,
  ...internalChatReactions,
]

/** How what was committed is told to browsers. */
const presenters: readonly LivePresenter[] = [
  subscriptionLive,
  settingLive,
  queueLive,
  userLive,
  tagLive,
  contactLive,
  connectionLive,
  ticketLive,
  ticketNoteLive,
  presentMessageEvents,
  movedMessagesLive,
  scheduleLive,
  whatsappSessionLive,
  internalChatLive,
  reportLive,
]

/** What leaves a queue or a person before they go, a part at a time. */
const farewells = { beforeQueueGoes: [clearQueue], beforeUserGoes: [returnTicketsOfLeaver, forgetAuthor, emptyWallet] }

/** Deferred work, by kind. */
export const jobHandlers = {
  'ticket.closeAll': closeAllJob,
  'message.fetchMedia': fetchMediaJob,
  ...ticketTimerJobs,
  'bot.turn': botTurnJob,
  'schedule.send': sendScheduleJob,
  'schedule.dropUpload': dropUploadJob,
} satisfies Partial<JobHandlers> as JobHandlers

export interface ComposeOptions {
  config: Config
  /** The data folder's, when it is held already. */
  lock?: FolderLock
  live?: LiveHub
  clock?: Clock
  log?: Log
  /** Filled in later by whoever runs the connections. */
  hooks?: CompanyHooks
  /** Run after each commit, before the domains' news of it are published. */
  beforePublish?: readonly BeforePublish[]
}

/**
 * Puts the product together without starting anything: the same for the server, the scripts and the tests.
 * @throws FolderInUse while another process has the data folder; StartFailure when that cannot be used
 */
export function compose({
  config,
  live = noLive,
  clock = systemClock,
  log = createLog(config.logLevel),
  hooks = {},
  beforePublish = [],
  lock = lockFolder(config.dataDir),
}: ComposeOptions) {
  const checkpoints = createCheckpoints(log)
  const catalog = openCatalog(config.dataDir, join(migrations, 'platform'), checkpoints)
  const ownParts = createOwnParts(
    catalog.sqlite,
    (id) => {
      const ctx = createContext(files.use(id))
      return { ...getCompanySchedule(ctx), settings: listSettings(ctx) }
    },
    ['setting.changed', 'companySchedule.changed'],
  )
  const files = createCompanyFiles({
    dataDir: config.dataDir,
    migrations: readMigrations(join(migrations, 'company')),
    checkpoints,
    clock,
    log,
    live,
    jobHints: catalog.jobHints,
    guardedFetch: createGuardedFetch({ allow: config.outgoingAllow }),
    reactions: [...reactions, ...ownParts.reactions],
    presenters,
    beforePublish,
    hooks: Object.assign(hooks, {
      ...{
        bots,
        answerContact: runBots,
        contactGateway: channelContactGateway,
        conversationGateway: ticketConversations,
        ...farewells,
      },
    }),
    about: (id) => getCompany(platform, id).company,
    planOf: (id) => getCompany(platform, id).plan,
    onOpen: [(id) => rebuildSignIn(platform, id), (id) => rebuildAccountIndex(platform, id)],
  })
  const platform: Platform = {
    config,
    catalog,
    lock,
    files,
    hostKey: openHostKey(config.dataDir),
    clock,
    log,
    turns: createFairTurns(),
    live,
    companySetUps: [(ctx, admin) => createFirstAdmin(platform, ctx, admin)],
    ownParts,
    companyStops: [],
    companyStarts: [],
  }
  return platform
}

/** Closes every file, in the order that loses nothing. */
export function decompose(platform: Platform) {
  platform.files.closeAll()
  platform.catalog.close()
  platform.lock.release()
}
