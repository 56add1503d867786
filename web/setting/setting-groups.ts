import { priceSettings, type SettingKey } from '../../src/setting/setting.contract'

export interface SettingLine {
  key: SettingKey
  /** The value for which the others are shown. */
  when?: 'enabled' | 'disabled'
  below?: readonly SettingKey[]
}

export interface SettingGroup {
  name:
    | 'attendance'
    | 'rating'
    | 'hours'
    | 'queues'
    | 'transfer'
    | 'calls'
    | 'lgpd'
    | 'notifications'
    | 'prices'
    | 'security'
    | 'weeklyReport'
    | 'support'
    | 'platform'
  lines: readonly SettingLine[]
}

/** In the order of a conversation: start, transfer, end; then general settings. */
export const settingGroups: readonly SettingGroup[] = [
  {
    name: 'attendance',
    lines: [
      { key: 'sendGreetingAccepted', when: 'enabled', below: ['greetingAcceptedMessage'] },
      { key: 'sendSignMessage' },
      { key: 'requiredTag' },
      { key: 'sendFarewellWaitingTicket' },
    ],
  },
  { name: 'rating', lines: [{ key: 'userRating' }] },
  { name: 'hours', lines: [{ key: 'scheduleType' }] },
  {
    name: 'queues',
    lines: [
      { key: 'chatBotType' },
      { key: 'sendGreetingMessageOneQueues' },
      { key: 'sendQueuePosition', when: 'enabled', below: ['sendQueuePositionMessage'] },
      { key: 'userRandom' },
      { key: 'DirectTicketsToWallets' },
    ],
  },
  {
    name: 'transfer',
    lines: [
      { key: 'sendMsgTransfTicket', when: 'enabled', below: ['transferMessage'] },
      { key: 'closeTicketOnTransfer' },
    ],
  },
  {
    name: 'calls',
    lines: [
      { key: 'acceptCallWhatsapp', when: 'disabled', below: ['AcceptCallWhatsappMessage'] },
      { key: 'acceptAudioMessageContact' },
    ],
  },
  {
    name: 'lgpd',
    lines: [
      {
        key: 'enableLGPD',
        when: 'enabled',
        below: ['lgpdMessage', 'lgpdLink', 'lgpdConsent', 'lgpdHideNumber', 'lgpdDeleteMessage'],
      },
    ],
  },
  {
    name: 'notifications',
    lines: [{ key: 'showNotificationPending' }, { key: 'sendNotificationWAUser' }, { key: 'breachDigest' }],
  },
  {
    name: 'weeklyReport',
    lines: [
      {
        key: 'weeklyReport',
        when: 'enabled',
        below: ['weeklyReportDay', 'weeklyReportHour', 'weeklyReportEmails'],
      },
    ],
  },
  { name: 'prices', lines: priceSettings.map((key) => ({ key })) },
  { name: 'security', lines: [{ key: 'requireTwoFactor' }, { key: 'minPasswordLength' }] },
  { name: 'support', lines: [] },
  { name: 'platform', lines: [{ key: 'userCreation' }] },
]
