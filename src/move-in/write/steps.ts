import { promptStep } from '../../ai/prompt/prompt.move-in'
import { campaignMoveIn } from '../../campaign/campaign.move-in'
import { connectionMoveIn } from '../../connection/connection.move-in'
import { contactListMoveIn } from '../../contact-list/contact-list.move-in'
import { contactMoveIn } from '../../contact/contact.move-in'
import { fileListMoveIn } from '../../file-list/file-list.move-in'
import { flowMoveIn } from '../../flow/flow.move-in'
import { integrationStep } from '../../integration/integration.move-in'
import { internalChatMoveIn } from '../../internal-chat/internal-chat.move-in'
import type { MoveInStep } from '../../kernel/move-in/move-in-step'
import { messageMoveIn } from '../../message/message.move-in'
import { companyScheduleStep } from '../../queue/hours/company-schedule.move-in'
import { queueMoveIn } from '../../queue/queue.move-in'
import { quickMessageMoveIn } from '../../quick-message/quick-message.move-in'
import { reportMoveIn } from '../../report/report.move-in'
import { scheduleMoveIn } from '../../schedule/schedule.move-in'
import { settingMoveIn } from '../../setting/setting.move-in'
import { tagMoveIn } from '../../tag/tag.move-in'
import { findTicketRow } from '../../ticket/ticket.queries'
import { ticketMoveIn } from '../../ticket/ticket.move-in'
import { userMoveIn } from '../../user/user.move-in'

/** A row comes after those that it refers to, except what a step leaves for later. */
export const moveInSteps: readonly MoveInStep[] = [
  companyScheduleStep,
  settingMoveIn.settings,
  settingMoveIn.companySettings,
  fileListMoveIn.fileLists,
  fileListMoveIn.fileOptions,
  integrationStep,
  queueMoveIn.queues,
  userMoveIn.users,
  userMoveIn.userQueues,
  queueMoveIn.chatbots,
  queueMoveIn.queueOptions,
  promptStep,
  connectionMoveIn.connections,
  connectionMoveIn.connectionQueues,
  tagMoveIn.tags,
  contactMoveIn.contacts,
  contactMoveIn.customFields,
  contactMoveIn.lidMaps,
  contactMoveIn.wallets,
  tagMoveIn.contactTags,
  ticketMoveIn.tickets,
  ticketMoveIn.tracking,
  ticketMoveIn.ratings,
  ticketMoveIn.notes,
  ticketMoveIn.log,
  tagMoveIn.ticketTags(({ ctx }, id) => findTicketRow(ctx, id)?.contactId),
  messageMoveIn.messages,
  messageMoveIn.oldMessages,
  flowMoveIn.flows,
  flowMoveIn.flowCampaigns,
  flowMoveIn.flowDefaults,
  quickMessageMoveIn.quickMessages,
  quickMessageMoveIn.quickAnswers,
  scheduleMoveIn.schedules,
  contactListMoveIn.contactLists,
  contactListMoveIn.items,
  campaignMoveIn.settings,
  campaignMoveIn.campaigns,
  campaignMoveIn.shippings,
  internalChatMoveIn.chats,
  internalChatMoveIn.members,
  internalChatMoveIn.messages,
  reportMoveIn.contacts,
  reportMoveIn.tickets,
]

/** Of the catalog; see `catalog-rows.ts`. */
const catalogTables = ['Companies', 'Plans', 'Subscriptions', 'Invoices', 'Helps', 'Announcements']

/** Of the sessions of lines; see `take-sessions.ts`. */
const sessionTables = ['BaileysKeys']

export const takenTables: ReadonlySet<string> = new Set([
  ...catalogTables,
  ...sessionTables,
  ...moveInSteps.map(({ table }) => table),
])
