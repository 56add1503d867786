import { objectsIn } from '../../kernel/untyped-json.contract'
import { checkCloudNumber } from './account/accept-account'
import { changeCloudAccount, readCloudAccount } from './account/cloud-account'
import { openGraph } from './graph/graph-client'
import { GraphError } from './graph/graph-error'
import { tokenMissing } from './account/cloud-account.contract'
import { type Channel, ChannelError } from '../channel'
import type { ChannelHost } from '../channel-driver'
import type { CloudParts, CloudSession } from './cloud-parts'
import { channelErrorOf, closureOf, endsSession } from './graph/graph-failures'
import { fetchCloudMedia } from './receive/fetch-media'
import { textOf } from './receive/values'
import { bodyOf, recipientOf } from './send/message-body'

export function createCloudChannel(host: ChannelHost): Channel {
  let session: CloudSession | undefined
  let isEnded = false

  async function connect() {
    const ctx = host.context()
    const account = readCloudAccount(ctx, host.connectionId)
    if (!account) return host.report({ type: 'closed', reason: 'unusable', message: tokenMissing })
    const graph = openGraph(ctx, account)
    try {
      const { number, ...facts } = await checkCloudNumber(graph, account.phoneNumberId)
      if (isEnded) return
      const now = host.context()
      now.transaction(() => {
        changeCloudAccount(now, host.connectionId, facts)
        host.accountChanged()
      })
      session = { account, graph }
      host.report({ type: 'connected', number, name: facts.verifiedName })
    } catch (error) {
      if (!(error instanceof GraphError)) throw error
      host.report(closureOf(error))
    }
  }

  const parts: CloudParts = {
    host,
    session() {
      if (session) return session
      throw new ChannelError('offline', 'Not connected to Meta')
    },
    failed(error) {
      if (!(error instanceof GraphError)) return error
      if (!endsSession(error)) return channelErrorOf(error)
      if (session) host.report(closureOf(error))
      session = undefined
      return new ChannelError('offline', error.sentence)
    },
  }

  return {
    connect,
    async disconnect() {
      isEnded = true
      session = undefined
    },
    ...sendingMethods(parts),
    fetchMedia: (content, _key, write) => fetchCloudMedia(parts, content, write),
  }
}

function sendingMethods(parts: CloudParts) {
  const { host } = parts

  /** @throws ChannelError */
  async function post(body: object) {
    const { account, graph } = parts.session()
    try {
      return await graph.post(`${account.phoneNumberId}/messages`, { messaging_product: 'whatsapp', ...body })
    } catch (error) {
      throw parts.failed(error)
    }
  }

  return {
    async send(message) {
      const body = await bodyOf(parts, message)
      const answer = await post({ ...body, biz_opaque_callback_data: message.id })
      const [accepted] = objectsIn(answer['messages'])
      const id = textOf(accepted?.['id'])
      return id ? { id } : undefined
    },
    async react(to, key, emoji) {
      await post({ ...recipientOf(to), type: 'reaction', reaction: { message_id: textOf(key['id']), emoji } })
    },
    /** Marks the newest message and, with it, all earlier ones of the conversation. */
    async markRead(keys) {
      const newest = textOf(keys.at(-1)?.['id'])
      if (newest) await post({ status: 'read', message_id: newest })
    },
    /** Meta shows typing as part of the mark "read" of the contact's last message, for up to 25 seconds. */
    async setTyping(to, state) {
      if (state === 'paused') return
      const newest = textOf(host.lastInboundKey(to)?.['id'])
      if (newest) await post({ status: 'read', message_id: newest, typing_indicator: { type: 'text' } })
    },
  } satisfies Partial<Channel>
}
