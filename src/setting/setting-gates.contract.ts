import { settingDefaults, type SettingKey } from './setting.contract'

/** Fields of a record that have an effect only with certain values of a company's setting. */
interface SettingGate {
  setting: SettingKey
  values: readonly string[]
  fields: { readonly [Form in GatedForm]?: readonly string[] }
  isHidden?: true
}

export type GatedForm = 'connection' | 'queue' | 'user' | 'contact' | 'schedule'

/** Every form with such a field shows a `SettingGateNote`. */
export const settingGates = {
  onlyQueueGreeting: {
    setting: 'sendGreetingMessageOneQueues',
    values: ['enabled'],
    fields: { connection: ['greetingMessage'], queue: ['greetingMessage'] },
  },
  rating: {
    setting: 'userRating',
    values: ['enabled'],
    fields: { connection: ['ratingMessage', 'maxUseBotQueuesNPS', 'expiresTicketNPS'] },
  },
  /** Whoever was attended gets the question. */
  farewell: { setting: 'userRating', values: ['disabled'], fields: { user: ['farewellMessage'] } },
  consent: {
    setting: 'enableLGPD',
    values: ['enabled'],
    fields: { connection: ['lgpdMessage', 'lgpdLink', 'lgpdConsent', 'lgpdDeleteMessage'] },
  },
  outOfHours: {
    setting: 'scheduleType',
    values: ['company', 'queue', 'connection'],
    fields: { connection: ['outOfHoursMessage'] },
  },
  connectionHours: {
    setting: 'scheduleType',
    values: ['connection'],
    fields: { connection: ['schedules'] },
    isHidden: true,
  },
  queueHours: {
    setting: 'scheduleType',
    values: ['queue'],
    fields: { queue: ['outOfHoursMessage', 'schedules'] },
    isHidden: true,
  },
  queueNotification: {
    setting: 'sendNotificationWAUser',
    values: ['enabled'],
    fields: { queue: ['createTicketSendNotificationWAUser', 'messageNotification'] },
  },
  wallet: { setting: 'DirectTicketsToWallets', values: ['enabled'], fields: { contact: ['walletUserId'] } },
  audio: { setting: 'acceptAudioMessageContact', values: ['enabled'], fields: { contact: ['acceptAudioMessage'] } },
  signature: { setting: 'sendSignMessage', values: ['enabled'], fields: { schedule: ['assinar'] } },
} as const satisfies Record<string, SettingGate>

type Gates = typeof settingGates
export type SettingGateName = keyof Gates
export type ShownGateName = {
  [Name in keyof Gates]: Gates[Name] extends { isHidden: true } ? never : Name
}[keyof Gates]

export type GatingSettings = Readonly<Record<string, string>>

export function isGateOpen(name: SettingGateName, settings: GatingSettings): boolean {
  const { setting, values }: SettingGate = settingGates[name]
  return values.includes(settings[setting] ?? settingDefaults[setting])
}
