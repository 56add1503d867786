import type { WebhookEvent } from '../../channel-provider'
import { type JsonObject, objectOf, objectsIn } from '../../../kernel/untyped-json.contract'

interface CloudPayload {
  account: string
  field: string
  value: Record<string, unknown>
}

/** Longer messages, such as orders with thousands of products, are filed without their content. */
const payloadCharactersMax = 256 * 1024

/** Longer ids and names are not Meta's. */
const idCharactersMax = 200
const contactCharactersMax = 1000

const idOf = (value: unknown) => (typeof value === 'string' && value.length <= idCharactersMax ? value : undefined)

/** In order. What each event repeats is short, so that all are not much longer than the body. */
export function* splitWebhook(body: unknown): Generator<WebhookEvent> {
  const { object, entry } = objectOf(body)
  if (object !== 'whatsapp_business_account') return
  for (const { id, changes } of objectsIn(entry)) {
    const account = idOf(id) ?? ''
    for (const change of objectsIn(changes)) yield* splitChange(account, change)
  }
}

function* splitChange(entry: string, { field: name, value: content }: JsonObject): Generator<WebhookEvent> {
  const field = idOf(name)
  const value = objectOf(content)
  if (field === undefined) return
  const phoneNumberId = idOf(objectOf(value['metadata'])['phone_number_id'])
  const account = idOf(objectOf(value['waba_info'])['waba_id']) ?? entry
  const eventOf = (part: JsonObject): WebhookEvent | undefined => {
    const payload = JSON.stringify({ account, field, value: part } satisfies CloudPayload)
    return payload.length > payloadCharactersMax
      ? undefined
      : { accountId: phoneNumberId, businessAccountId: account, payload }
  }
  if (field === 'history') {
    const { display_phone_number: displayNumber } = objectOf(value['metadata'])
    const metadata = { display_phone_number: idOf(displayNumber) }
    // A phase that is not shared has errors.
    for (const { errors } of objectsIn(value['history'])) {
      const event = errors === undefined ? undefined : eventOf({ metadata, errors })
      if (event) yield event
    }
    for (const part of historyParts(value, metadata)) {
      const event = eventOf(part) ?? eventOf({ ...part, messages: part.messages.map(withoutContent) })
      if (event) yield { ...event, isHistory: true }
    }
    return
  }
  const lists = ['messages', 'message_echoes', 'statuses', 'state_sync'].filter((list) => Array.isArray(value[list]))
  if (lists.length === 0) {
    const event = eventOf(value)
    if (event) yield event
    return
  }
  const contactsOf = createContactLookup(objectsIn(value['contacts']))
  for (const list of lists) {
    for (const item of objectsIn(value[list])) {
      const shared = { metadata: { phone_number_id: phoneNumberId }, contacts: contactsOf(item) }
      const event = eventOf({ ...shared, [list]: [item] }) ?? eventOf({ ...shared, [list]: [withoutContent(item)] })
      if (event) yield event
    }
  }
}

/** Files come later, without a conversation. Phases and chunks come in any order. */
function* historyParts({ history, messages }: JsonObject, metadata: JsonObject) {
  const shared = { metadata }
  for (const { threads } of objectsIn(history)) {
    for (const { id, messages } of objectsIn(threads)) {
      for (const message of objectsIn(messages)) yield { ...shared, thread: idOf(id), messages: [message] }
    }
  }
  for (const message of objectsIn(messages)) yield { ...shared, messages: [message] }
}

const personFields = ['from', 'from_user_id', 'to', 'recipient_id', 'recipient_user_id']

function createContactLookup(all: readonly JsonObject[]) {
  const contacts = all.filter((one) => JSON.stringify(one).length <= contactCharactersMax)
  const positions = new Map<string, number>()
  for (const [position, { wa_id: phone, user_id: user }] of contacts.entries()) {
    for (const id of [phone, user]) if (typeof id === 'string' && !positions.has(id)) positions.set(id, position)
  }
  return (item: JsonObject): JsonObject[] => {
    const named = personFields.flatMap((field) => positions.get(idOf(item[field]) ?? '') ?? [])
    const contact = named.length > 0 ? contacts[Math.min(...named)] : contacts.length === 1 ? contacts[0] : undefined
    return contact ? [contact] : []
  }
}

function withoutContent({ id, from, from_user_id, to, timestamp }: JsonObject): JsonObject {
  return { id, from, from_user_id, to, timestamp, type: 'unsupported' }
}
