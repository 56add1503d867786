import { type JsonObject, objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { minuteMs } from '../../../kernel/time/durations.contract'
import { ChannelError } from '../../channel'
import type { HistoryNotice } from '../../channel-driver'
import { type GraphAnswer, nextPageOf } from '../graph/graph-client'
import { GraphError } from '../graph/graph-error'
import { channelErrorOf } from '../graph/graph-failures'
import { textOf } from '../values'
import type { PageParts } from './page-account'
import type { PageChannelName } from './page-kinds'
import type { PagePayload } from './split-page-webhook'

/** Meta allows two calls a second for each account. */
const paceMs = 500
/** Meta counts calls by the hour, and may not say when it takes more of them. */
const limitedMs = 5 * minuteMs
const conversationsAtOnce = 10
/** Of older messages on Instagram, Meta tells only the ids. */
const messagesAtOnce = 20
const messageFields = 'id,created_time,from,to,message,attachments,shares{link},story,is_unsupported'

/** The only notice: the cursor of the page that is read next; empty at the beginning. */
const noticeId = 'conversations'

/** The latest first, until before the wanted time. The position is kept for restarts and Meta's limits. */
export function createConversationReader(parts: PageParts, channel: PageChannelName) {
  const { host } = parts
  let isReading = false

  async function readAll() {
    isReading = true
    try {
      for (;;) {
        const notice = wantedBy(parts) && !host.history.isPaused() ? host.history.next() : undefined
        if (!notice) return
        await readPage(parts, channel, notice).catch((error: unknown) => postpone(notice, error))
      }
    } finally {
      isReading = false
    }
  }

  function postpone(notice: HistoryNotice, error: unknown) {
    if (!(error instanceof GraphError)) throw error
    host.history.postpone(notice, { waitMs: waitOf(error), error: error.sentence })
    parts.failed(error)
  }

  function read() {
    if (isReading) return
    readAll().catch((error: unknown) => {
      if (!(error instanceof ChannelError)) throw error
    })
  }

  return {
    /** Begins with what an import wants, or goes on with it. */
    begin() {
      if (!wantedBy(parts)) return
      host.history.note(noticeId, '')
      read()
    },
    read,
  }
}

/** How long to wait before the same call; undefined when Meta refused it, which counts as a failure. */
function waitOf(error: GraphError): number | undefined {
  const { reason } = channelErrorOf(error)
  if (reason === 'refused') return undefined
  return reason === 'limited' ? (error.regainMs ?? limitedMs) : minuteMs
}

async function readPage(parts: PageParts, channel: PageChannelName, { id, notice: after }: HistoryNotice) {
  const { host, session } = parts
  const { account, graph } = session()
  const platform = channel === 'instagram' ? 'instagram' : 'messenger'
  const fields = `updated_time,messages.limit(${messagesAtOnce}){${messageFields}}`
  const query = { platform, fields, limit: conversationsAtOnce, after: after || undefined }
  const answer = await graph.get(`${account.pageId}/conversations`, query)
  let next = nextPageOf(answer)
  for (const conversation of objectsIn(answer['data'])) {
    if (!(await importConversation(parts, conversation))) next = undefined
  }
  host.context().transaction(() => {
    host.history.drop(id)
    if (next !== undefined) host.history.note(id, next)
  })
  await Bun.sleep(paceMs)
}

async function importConversation(parts: PageParts, conversation: JsonObject): Promise<boolean> {
  const { session } = parts
  const path = `${textOf(conversation['id'])}/messages`
  const query = { fields: messageFields, limit: messagesAtOnce }
  let after = file(parts, objectOf(conversation['messages']))
  while (after !== undefined) {
    await Bun.sleep(paceMs)
    try {
      after = file(parts, await session().graph.get(path, { ...query, after }))
    } catch (error) {
      // Meta says of messages that it no longer tells that they were deleted.
      if (!(error instanceof GraphError) || channelErrorOf(error).reason !== 'refused') throw error
      after = undefined
    }
  }
  return Date.parse(textOf(conversation['updated_time'])) >= (wantedBy(parts)?.sinceMs ?? Infinity)
}

function file(parts: PageParts, messages: GraphAnswer): string | undefined {
  const { host, session } = parts
  const wanted = wantedBy(parts)
  if (!wanted) return undefined
  const all = objectsIn(messages['data']).filter((message) => message['from'] !== undefined)
  const times = all.map(({ created_time: at }) => Date.parse(textOf(at)))
  const payloads = all.filter((_, index) => isWithin(times[index] ?? 0, wanted)).map((one) => payloadOf(session(), one))
  host.history.file({ id: '', payloads, done: 0 })
  host.history.filed()
  return all.length === 0 || times.some((at) => at < wanted.sinceMs) ? undefined : nextPageOf(messages)
}

/** @throws ChannelError once the connection has ended */
function wantedBy({ host, session }: PageParts) {
  session()
  return host.history.window().wanted
}

const isWithin = (atMs: number, { sinceMs, untilMs }: { sinceMs: number; untilMs: number }) =>
  atMs >= sinceMs && atMs <= untilMs

function payloadOf({ accountId }: ReturnType<PageParts['session']>, message: JsonObject): string {
  const from = objectOf(message['from'])
  const [to = {}] = objectsIn(objectOf(message['to'])['data'])
  const isOurs = from['id'] === accountId
  const person = isOurs ? to : from
  const attachments = [
    ...objectsIn(objectOf(message['attachments'])['data']).map(attachmentOf),
    ...objectsIn(objectOf(message['shares'])['data']).map(({ link }) => ({ type: 'share', payload: { url: link } })),
  ]
  const text = textOf(message['message'])
  const event = {
    sender: { id: from['id'] },
    recipient: { id: to['id'] },
    timestamp: Date.parse(textOf(message['created_time'])),
    message: {
      mid: message['id'],
      ...(text ? { text } : {}),
      ...(attachments.length > 0 ? { attachments } : {}),
      ...storyOf(message['story']),
      ...(message['is_unsupported'] === true ? { is_unsupported: true } : {}),
      ...(isOurs ? { is_echo: true } : {}),
    },
  }
  const name = textOf(person['name']) || textOf(person['username'])
  return JSON.stringify({ page: accountId, event, history: true, name } satisfies PagePayload)
}

/** The story that was answered or that mentions the account, whose picture is gone after a day. */
function storyOf(story: unknown) {
  const { link, id, reply_to: answered, mention } = objectOf(story)
  const url = [{ link }, objectOf(answered), objectOf(mention)].map((one) => textOf(one.link)).find(Boolean)
  return url ? { reply_to: { story: { url, id } } } : {}
}

function attachmentOf(attachment: JsonObject) {
  const mimeType = textOf(attachment['mime_type'])
  const [image, video] = [objectOf(attachment['image_data']), objectOf(attachment['video_data'])]
  const url = textOf(image['url']) || textOf(video['url']) || textOf(attachment['file_url'])
  const type = image['url'] ? 'image' : video['url'] ? 'video' : mimeType.startsWith('audio/') ? 'audio' : 'file'
  return { type, payload: { url, ...(image['render_as_sticker'] === true ? { sticker_id: attachment['id'] } : {}) } }
}
