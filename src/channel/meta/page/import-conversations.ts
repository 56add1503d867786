import { type JsonObject, objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { minuteMs } from '../../../kernel/time/durations.contract'
import { type GraphAnswer, nextPageOf } from '../graph/graph-client'
import { GraphError } from '../graph/graph-error'
import { channelErrorOf } from '../graph/graph-failures'
import { textOf } from '../values'
import type { PageParts } from './page-account'
import type { PageChannelName } from './page-kinds'
import type { PagePayload } from './split-page-webhook'

/** Meta allows two calls a second for each account. */
const paceMs = 500
/** Meta counts calls by the hour. */
const waitMs = minuteMs
const attemptsMax = 30
const conversationsAtOnce = 10
const messagesAtOnce = 100
const messageFields = 'id,created_time,from,to,message,attachments'

/**
 * Files the account's conversations as history, the latest first, until those before the wanted time. After a restart it begins again:
 * known messages are left out by their ids.
 */
export async function importConversations(parts: PageParts, channel: PageChannelName) {
  const { session } = parts
  const platform = channel === 'instagram' ? 'instagram' : 'messenger'
  const fields = `updated_time,messages.limit(${messagesAtOnce}){${messageFields}}`
  let after: string | undefined
  do {
    const { account, graph } = session()
    const query = { platform, fields, limit: conversationsAtOnce, after }
    const answer = await patiently(() => graph.get(`${account.pageId}/conversations`, query))
    for (const conversation of objectsIn(answer['data'])) {
      if (!(await importConversation(parts, conversation))) return
    }
    after = nextPageOf(answer)
    await Bun.sleep(paceMs)
  } while (after !== undefined && wantedBy(parts) !== undefined)
}

/** Returns whether older conversations may be wanted, too. */
async function importConversation(parts: PageParts, conversation: JsonObject): Promise<boolean> {
  const { session } = parts
  const first = objectOf(conversation['messages'])
  const path = `${textOf(conversation['id'])}/messages`
  const query = { fields: messageFields, limit: messagesAtOnce }
  let after = file(parts, first)
  while (after !== undefined) {
    await Bun.sleep(paceMs)
    const older = { ...query, after }
    after = file(parts, await patiently(() => session().graph.get(path, older)))
  }
  return Date.parse(textOf(conversation['updated_time'])) >= (wantedBy(parts)?.sinceMs ?? Infinity)
}

/** Files those of a page of messages that are wanted. Returns where older ones that may be wanted begin. */
function file(parts: PageParts, messages: GraphAnswer): string | undefined {
  const { host, session } = parts
  const wanted = wantedBy(parts)
  if (!wanted) return undefined
  const all = objectsIn(messages['data'])
  const times = all.map(({ created_time: at }) => Date.parse(textOf(at)))
  const payloads = all.filter((_, index) => isWithin(times[index] ?? 0, wanted)).map((one) => payloadOf(session(), one))
  if (payloads.length > 0) host.history.file({ id: '', payloads, done: 0 })
  host.history.filed()
  return times.some((at) => at < wanted.sinceMs) ? undefined : nextPageOf(messages)
}

/** Waits while Meta says that there were too many calls, or does not answer. @throws GraphError after half an hour */
async function patiently(call: () => Promise<GraphAnswer>): Promise<GraphAnswer> {
  for (let attempt = 1; attempt < attemptsMax; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof GraphError) || channelErrorOf(error).reason === 'refused') throw error
      await Bun.sleep(waitMs)
    }
  }
  return call()
}

/** @throws ChannelError once the connection has ended, after which nothing may be read or filed */
function wantedBy({ host, session }: PageParts) {
  session()
  return host.history.window().wanted
}

const isWithin = (atMs: number, { sinceMs, untilMs }: { sinceMs: number; untilMs: number }) =>
  atMs >= sinceMs && atMs <= untilMs

/** The message as a webhook would have reported it. */
function payloadOf({ accountId }: ReturnType<PageParts['session']>, message: JsonObject): string {
  const from = objectOf(message['from'])
  const [to = {}] = objectsIn(objectOf(message['to'])['data'])
  const isOurs = from['id'] === accountId
  const person = isOurs ? to : from
  const attachments = objectsIn(objectOf(message['attachments'])['data']).map(attachmentOf)
  const text = textOf(message['message'])
  const content = { ...(text ? { text } : {}), ...(attachments.length > 0 ? { attachments } : {}) }
  const event = {
    sender: { id: from['id'] },
    recipient: { id: to['id'] },
    timestamp: Date.parse(textOf(message['created_time'])),
    message: { mid: message['id'], ...content, ...(isOurs ? { is_echo: true } : {}) },
  }
  const name = textOf(person['name']) || textOf(person['username'])
  return JSON.stringify({ page: accountId, event, history: true, name } satisfies PagePayload)
}

function attachmentOf(attachment: JsonObject) {
  const mimeType = textOf(attachment['mime_type'])
  const [image, video] = [objectOf(attachment['image_data']), objectOf(attachment['video_data'])]
  const url = textOf(image['url']) || textOf(video['url']) || textOf(attachment['file_url'])
  const type = image['url'] ? 'image' : video['url'] ? 'video' : mimeType.startsWith('audio/') ? 'audio' : 'file'
  return { type, payload: { url } }
}
