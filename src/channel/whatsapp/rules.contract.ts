import { type ChannelRules, megabyte } from '../rules.contract'

export const whatsappRules: ChannelRules = {
  label: 'WhatsApp',
  icon: 'speechBubble',
  planFlag: 'useWhatsapp',
  entrance: 'session',
  connectedBy: 'code',
  addressKinds: ['group', 'phone', 'lid'],
  phoneNumbers: true,
  numberLookup: true,
  deduplicates: true,
  campaignGapMs: 1000,
  sendsMax: 8,
  history: 'phone',
  edit: true,
  delete: true,
  react: true,
  contactCard: true,
  voiceNote: true,
  groups: true,
  fileBytesMax: 100 * megabyte,
  textMax: 65_536,
  // Phones collapse longer ones.
  captionMax: 1024,
  voiceFileExtension: 'mp3',
}
