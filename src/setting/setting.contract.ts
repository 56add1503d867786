/** A company's settings, with the value each has until somebody changes it. Switches are 'enabled' or 'disabled'. */
export const settingDefaults = {
  userCreation: 'enabled',
  userRating: 'disabled',
  /** company, queue or connection. */
  scheduleType: 'disabled',
  /** text, button or list. */
  chatBotType: 'text',
  acceptCallWhatsapp: 'enabled',
  userRandom: 'disabled',
  sendGreetingMessageOneQueues: 'disabled',
  sendSignMessage: 'enabled',
  sendFarewellWaitingTicket: 'disabled',
  sendGreetingAccepted: 'disabled',
  sendQueuePosition: 'disabled',
  acceptAudioMessageContact: 'enabled',
  enableLGPD: 'disabled',
  requiredTag: 'disabled',
  lgpdDeleteMessage: 'disabled',
  lgpdHideNumber: 'disabled',
  lgpdConsent: 'disabled',
  lgpdMessage: '',
  lgpdLink: '',
  sendMsgTransfTicket: 'disabled',
  DirectTicketsToWallets: 'disabled',
  closeTicketOnTransfer: 'disabled',
  transferMessage: '',
  greetingAcceptedMessage: '',
  AcceptCallWhatsappMessage: '',
  sendQueuePositionMessage: '',
  showNotificationPending: 'disabled',
  sendNotificationWAUser: 'disabled',
} as const

export type SettingKey = keyof typeof settingDefaults
export type Settings = Record<SettingKey, string>

export const settingKeys = Object.keys(settingDefaults) as SettingKey[]
