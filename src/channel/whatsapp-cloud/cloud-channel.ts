import { objectsIn } from '../../kernel/untyped-json.contract'
import { checkCloudNumber } from './account/accept-account'
import { changeCloudAccount, type CloudAccount, readCloudAccount } from './account/cloud-account'
import { type Graph, openGraph } from '../meta/graph/graph-client'
import { createGraphSession } from '../meta/graph-session'
import type { Channel } from '../channel'
import type { ChannelHost } from '../channel-driver'
import type { CloudParts } from './cloud-parts'
import { fetchCloudMedia } from './receive/fetch-media'
import { textOf } from '../meta/values'
import { bodyOf, recipientOf } from './send/message-body'

export function createCloudChannel(host: ChannelHost): Channel {
  const parts: CloudParts = createGraphSession(host, () => {
    const ctx = host.context()
    const account = readCloudAccount(ctx, host.connectionId)
    return account && open(host, account, openGraph(ctx, account))
  })
  return {
    connect: parts.connect,
    disconnect: parts.disconnect,
    ...sendingMethods(parts),
    fetchMedia: (content, _key, write) => fetchCloudMedia(parts, content, write),
  }
}

async function open({ context, connectionId }: ChannelHost, account: CloudAccount, graph: Graph) {
  const { number, ...facts } = await checkCloudNumber(graph, account.phoneNumberId)
  const store = () => changeCloudAccount(context(), connectionId, facts)
  return { session: { account, graph }, number, name: facts.verifiedName, store }
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
