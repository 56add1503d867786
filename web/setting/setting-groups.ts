import type { SettingKey } from '../../src/setting/setting.contract'

/** One setting, and those that only mean something while it stands on one of its values. */
export interface SettingLine {
  key: SettingKey
  /** The value with which the others show. */
  when?: 'enabled' | 'disabled'
  below?: readonly SettingKey[]
}

export interface SettingGroup {
  name: 'attendance' | 'rating' | 'hours' | 'queues' | 'transfer' | 'calls' | 'lgpd' | 'notifications' | 'platform'
  lines: readonly SettingLine[]
}

/** The settings in the order of a conversation: how it begins, moves and ends; then what holds throughout. */
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
  { name: 'notifications', lines: [{ key: 'showNotificationPending' }, { key: 'sendNotificationWAUser' }] },
  { name: 'platform', lines: [{ key: 'userCreation' }] },
]
