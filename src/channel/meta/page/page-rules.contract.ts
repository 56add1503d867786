import { type ChannelRules, megabyte } from '../../rules.contract'

/** What Messenger and Instagram have in common. */
export const pageRules = {
  entrance: 'webhook',
  connectedBy: 'account',
  addressKinds: ['page-scoped'],
  phoneNumbers: false,
  numberLookup: false,
  deduplicates: false,
  campaignGapMs: 1000,
  sendsMax: 40,
  history: 'provider',
  edit: false,
  delete: false,
  react: true,
  contactCard: false,
  voiceNote: true,
  groups: false,
  replyWindowHours: 24,
  replyBanner: true,
  humanAgentDays: 7,
  commentReplyDays: 7,
  profiles: true,
  fileBytesMax: 25 * megabyte,
  captionMax: 0,
  menus: { buttonsMax: 13, buttonTitleMax: 20, rowsMax: 13, rowTitleMax: 20, rowTextMax: 0 },
  voiceFileExtension: 'm4a',
} as const satisfies Partial<ChannelRules>
