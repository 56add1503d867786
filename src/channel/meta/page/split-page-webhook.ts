import type { WebhookEvent } from '../../channel-provider'
import { type JsonObject, objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { textOf } from '../values'

export type PagePayload = { page: string } & (
  | {
      event: JsonObject
      /** Imported, with the person's name. */
      history?: true
      name?: string
      /** Another app of the page owns the conversation. */
      standby?: true
    }
  | { field: string; value: JsonObject }
)

/** Longer events, which Meta does not send, are filed without their attachments. */
const payloadCharactersMax = 256 * 1024
const idCharactersMax = 200

/** @param object Meta's kind of account: `page` or `instagram` */
export function* splitPageWebhook(body: unknown, object: string): Generator<WebhookEvent> {
  const { object: given, entry } = objectOf(body)
  if (given !== object) return
  for (const { id, messaging, standby, changes } of objectsIn(entry)) {
    const page = textOf(id)
    if (page === '' || page.length > idCharactersMax) continue
    for (const event of objectsIn(messaging)) yield eventOf({ page, event: short(event) })
    for (const event of objectsIn(standby)) yield eventOf({ page, event: short(event), standby: true })
    for (const { field, value } of objectsIn(changes)) {
      const change = { page, field: textOf(field).slice(0, idCharactersMax), value: short(objectOf(value)) }
      yield { ...eventOf(change), isComment: true }
    }
  }
}

const eventOf = (payload: PagePayload): WebhookEvent => ({
  accountId: payload.page,
  businessAccountId: '',
  payload: JSON.stringify(payload),
})

function short(event: JsonObject): JsonObject {
  if (JSON.stringify(event).length <= payloadCharactersMax) return event
  const { sender, recipient, timestamp, message } = event
  const mid = textOf(objectOf(message)['mid']).slice(0, idCharactersMax)
  return { sender: idIn(sender), recipient: idIn(recipient), timestamp, message: { mid, is_unsupported: true } }
}

const idIn = (party: unknown) => ({ id: textOf(objectOf(party)['id']).slice(0, idCharactersMax) })
