import { expect, test } from 'bun:test'
import type * as v from 'valibot'
import { keysOf } from '../kernel/typed-object.contract'
import { UpdateConnectionBody } from '../connection/connection.contract'
import { UpdateContactBody } from '../contact/contact.contract'
import { UpdateQueueBody } from '../queue/queue.contract'
import { ScheduleBody } from '../schedule/schedule.contract'
import { UserBody } from '../user/user.contract'
import { settingChoices, settingKeys, type SettingKey } from './setting.contract'
import { type GatedForm, isGateOpen, settingGates, type SettingGateName } from './setting-gates.contract'

const bodies: Record<GatedForm, { entries: Record<string, v.GenericSchema> }> = {
  connection: UpdateConnectionBody,
  queue: UpdateQueueBody,
  user: UserBody,
  contact: UpdateContactBody,
  schedule: ScheduleBody,
}

test.each(keysOf(settingGates))('the gate %s names fields of bodies, and values of its setting', (name) => {
  const { setting, values, fields } = settingGates[name]
  const possible = settingChoices[setting] ?? ['enabled', 'disabled']
  expect(possible).toEqual(expect.arrayContaining([...values]))
  expect(possible.map((value) => isGateOpen(name, { [setting]: value }))).toContain(false)
  for (const [form, names] of Object.entries(fields)) {
    expect(Object.keys(bodies[form as GatedForm].entries)).toEqual(expect.arrayContaining(names))
  }
})

/** Why a place that asks for a setting makes no field of a record ineffective. */
type NoField = 'its own texts' | 'a behaviour' | 'shown with the field' | 'a check of the field'

/** Every file of the server that reads settings, with each setting it reads: the gates that follow from it, or why there is none. */
const reads: Record<string, Partial<Record<SettingKey, SettingGateName | readonly SettingGateName[] | NoField>>> = {
  'bot/audio-refusal/audio-refusal.ts': { acceptAudioMessageContact: 'audio' },
  'bot/consent/consent.ts': {
    enableLGPD: 'consent',
    lgpdMessage: 'its own texts',
    lgpdLink: 'its own texts',
    lgpdConsent: 'its own texts',
  },
  'bot/bot.domain.ts': { userRating: 'rating', enableLGPD: 'consent' },
  'bot/menu.ts': { chatBotType: 'a behaviour' },
  'bot/opening-hours/opening-hours.ts': { scheduleType: ['outOfHours', 'connectionHours', 'queueHours'] },
  'bot/queue-menu/enter-queue.ts': { sendGreetingMessageOneQueues: 'onlyQueueGreeting' },
  'bot/queue-menu/queue-position.ts': { sendQueuePosition: 'its own texts', sendQueuePositionMessage: 'its own texts' },
  'bot/ticket-timers/notify-queue.ts': { sendNotificationWAUser: 'queueNotification' },
  'bot/ticket-timers/route-ticket.ts': { userRandom: 'a behaviour' },
  'connection-support/connection-support.domain.ts': {
    userRating: 'rating',
    enableLGPD: 'consent',
    scheduleType: ['outOfHours', 'connectionHours'],
    sendGreetingMessageOneQueues: 'onlyQueueGreeting',
  },
  'connection/save/save-connection.ts': { userRating: 'a check of the field' },
  'message/compose/compose-messages.ts': { sendSignMessage: 'signature' },
  'message/inbound/interpret-inbound.ts': {
    acceptCallWhatsapp: 'its own texts',
    AcceptCallWhatsappMessage: 'its own texts',
  },
  'message/message.domain.ts': {
    sendGreetingAccepted: 'its own texts',
    greetingAcceptedMessage: 'its own texts',
    sendMsgTransfTicket: 'its own texts',
    transferMessage: 'its own texts',
  },
  'message/send/closing-message.ts': { sendFarewellWaitingTicket: 'a behaviour' },
  'message/send/forward-message.ts': { sendSignMessage: 'a behaviour' },
  'push/push-batch.ts': { showNotificationPending: 'a behaviour' },
  'push/send-push.ts': { requireTwoFactor: 'a behaviour' },
  'report/weekly/weekly-report.ts': {
    weeklyReport: 'a behaviour',
    weeklyReportDay: 'a behaviour',
    weeklyReportHour: 'a behaviour',
    weeklyReportEmails: 'a behaviour',
  },
  'setup-checklist/setup-checklist.domain.ts': { userCreation: 'a behaviour' },
  'sla/digest/breach-digest.ts': { breachDigest: 'a behaviour' },
  'tag/tag-links.ts': { requiredTag: 'a behaviour' },
  'ticket/assignment/direct-to-wallet.ts': { DirectTicketsToWallets: 'wallet' },
  'ticket/assignment/transfer-ticket.ts': { closeTicketOnTransfer: 'a behaviour' },
  'ticket/closing/close-ticket.ts': { requiredTag: 'a behaviour', userRating: ['rating', 'farewell'] },
  'ticket/opening/resolve-inbound-ticket.ts': { userRating: 'rating' },
  'ticket/ticket.queries.ts': { enableLGPD: 'consent', lgpdDeleteMessage: 'its own texts' },
  'user/create-user.ts': { userCreation: 'a behaviour' },
  'user/own-password-rules.ts': { minPasswordLength: 'a behaviour' },
  'user/second-factor/required-second-factor.ts': { requireTwoFactor: 'a behaviour' },
}

const src = `${import.meta.dir}/..`
const readers = /\b(getSettings|isSettingEnabled|companieSettings)\b/

async function findReads() {
  const found: Record<string, SettingKey[]> = {}
  for await (const file of new Bun.Glob('**/*.ts').scan(src)) {
    if (/^(setting|testing|demo)\/|\.test\.ts$/.test(file)) continue
    const text = await Bun.file(`${src}/${file}`).text()
    if (!readers.test(text)) continue
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    const keys = settingKeys.filter((key) => new RegExp(`\\b${key}\\b`).test(code))
    if (keys.length > 0) found[file] = keys
  }
  return found
}

test('every place of the server that asks for a setting is declared with the fields that it makes ineffective', async () => {
  const declared = Object.fromEntries(Object.entries(reads).map(([file, keys]) => [file, Object.keys(keys).sort()]))
  const found = Object.entries(await findReads()).map(([file, keys]) => [file, [...keys].sort()])
  expect(Object.fromEntries(found)).toEqual(declared)
})

test('every gate follows from a place of the server that asks for its setting', () => {
  const named = Object.values(reads).flatMap((keys) =>
    Object.entries(keys).flatMap(([key, gates]) => [gates].flat().map((gate) => `${gate}: ${key}`)),
  )
  for (const name of keysOf(settingGates)) expect(named).toContain(`${name}: ${settingGates[name].setting}`)
})
