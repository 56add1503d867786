import * as v from 'valibot'
import { HttpUrl } from '../kernel/http/body-values'
import { IdNumber } from '../kernel/http/request-parts'
import { weekdays } from '../kernel/time/calendar-days'
import { keysOf } from '../kernel/typed-object.contract'

/** 'enabled' or 'disabled'. */
export const settingDefaults = {
  userCreation: 'enabled',
  requireTwoFactor: 'disabled',
  minPasswordLength: '5',
  userRating: 'disabled',
  scheduleType: 'disabled',
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
  marketingMessagePrice: '',
  utilityMessagePrice: '',
  authenticationMessagePrice: '',
  breachDigest: 'disabled',
  weeklyReport: 'disabled',
  weeklyReportDay: 'monday',
  weeklyReportHour: '08:00',
  weeklyReportEmails: '',
} as const

export type SettingKey = keyof typeof settingDefaults
export type Settings = Record<SettingKey, string>

export const settingKeys = keysOf(settingDefaults)

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingDefaults, key)
}

export const settingChoices: Partial<Record<SettingKey, readonly string[]>> = {
  scheduleType: ['disabled', 'company', 'queue', 'connection'],
  chatBotType: ['text', 'button', 'list'],
  breachDigest: ['disabled', 'hourly', 'daily'],
  minPasswordLength: ['5', '8', '12'],
  weeklyReportDay: weekdays,
  weeklyReportHour: Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
}

export function isSettingText(key: SettingKey) {
  return settingDefaults[key] === ''
}

const Message = v.pipe(v.string(), v.trim(), v.maxLength(4096, 'tooLong'))
/** What the provider charges for a message of the category, for estimates; Meta tells no amounts. */
export const priceSettings: readonly SettingKey[] = [
  'marketingMessagePrice',
  'utilityMessagePrice',
  'authenticationMessagePrice',
]
const Price = v.pipe(v.string(), v.trim(), v.regex(/^(?:\d{1,4}(?:[.,]\d{1,4})?)?$/, 'invalid'))
const addressesMax = 20
/** Separated by commas, spaces or lines; empty for all administrators. */
const Addresses = v.pipe(
  v.string(),
  v.transform((text) => [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]),
  v.array(v.pipe(v.string(), v.email('invalidEmail'))),
  v.maxLength(addressesMax, 'tooMany'),
  v.transform((addresses) => addresses.join(', ')),
)
const WebAddress = v.union([v.literal(''), HttpUrl])

export function settingValueSchema(key: SettingKey): v.GenericSchema<string, string> {
  if (settingChoices[key]) return v.picklist(settingChoices[key], 'invalid')
  if (key === 'lgpdLink') return WebAddress
  if (key === 'weeklyReportEmails') return Addresses
  if (priceSettings.includes(key)) return Price
  if (isSettingText(key)) return Message
  return v.picklist(['enabled', 'disabled'], 'invalid')
}

interface Dependence {
  key: SettingKey
  value: 'enabled' | 'disabled'
  needs: SettingKey
}

export const settingDependences: readonly Dependence[] = [
  { key: 'sendMsgTransfTicket', value: 'enabled', needs: 'transferMessage' },
  { key: 'sendGreetingAccepted', value: 'enabled', needs: 'greetingAcceptedMessage' },
  { key: 'sendQueuePosition', value: 'enabled', needs: 'sendQueuePositionMessage' },
  { key: 'acceptCallWhatsapp', value: 'disabled', needs: 'AcceptCallWhatsappMessage' },
  { key: 'enableLGPD', value: 'enabled', needs: 'lgpdMessage' },
]

/** Field → error, also for the form. */
export function missingSettingTexts(settings: Settings): Record<string, string> {
  const missing = settingDependences.filter(({ key, value, needs }) => settings[key] === value && !settings[needs])
  return Object.fromEntries(missing.map(({ needs }) => [needs, 'required']))
}

const Key = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const Value = v.pipe(v.string(), v.maxLength(10_000, 'tooLong'))

/** Defaults to the caller's company; a super user may name any company for the host's settings. */
const CompanyId = v.optional(v.nullable(IdNumber))

export const SettingParams = v.object({ key: Key })
export const SettingBody = v.object({ value: Value, companyId: CompanyId })

export const CompanySettingBody = v.object({ column: Key, data: Value, companyId: CompanyId })
