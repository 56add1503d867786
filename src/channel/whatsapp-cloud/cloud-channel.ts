import { objectsIn } from '../../kernel/untyped-json.contract'
import { checkCloudNumber } from './account/accept-account'
import { changeCloudAccount, type CloudAccount, readCloudAccount } from './account/cloud-account'
import { type Graph, type GraphAnswer, openGraph } from '../meta/graph/graph-client'
import { createGraphSession } from '../meta/graph-session'
import { type Channel, type OutgoingMessage, ChannelError, type Content } from '../channel'
import type { ChannelHost } from '../channel-driver'
import { partyOf } from './receive/party'
import { textOf } from '../meta/values'
import { bodyOf, recipientOf, type CloudParts } from './message-body'
import { createHash } from 'node:crypto'
import type { WritePiece } from '../../kernel/outgoing/guarded-fetch'
import { downloadMedia } from '../meta/download-media'

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
  return { session: { account, graph }, number, name: facts.verifiedName ?? account.verifiedName, store }
}

/** Who answers from that number: Mexico's lacks the 1, Argentina's the 9. */
function recipientIn(answer: GraphAnswer, { to }: OutgoingMessage) {
  const [contact] = objectsIn(answer['contacts'])
  const recipient = partyOf([contact?.['wa_id'], contact?.['user_id'], to.value])
  return recipient && recipient.addresses.length > 1 ? { recipient } : {}
}

function sendingMethods(parts: CloudParts) {
  const { host } = parts

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
      return id ? { id, ...recipientIn(answer, message) } : undefined
    },
    async react(to, key, emoji) {
      await post({ ...recipientOf(to), type: 'reaction', reaction: { message_id: textOf(key['id']), emoji } })
    },
    async markRead(keys) {
      const newest = textOf(keys.at(-1)?.['id'])
      if (newest) await post({ status: 'read', message_id: newest })
    },
    /** Part of marking the last message as read, for up to 25 seconds. */
    async setTyping(to, state) {
      if (state === 'paused') return
      const newest = textOf(host.lastInboundKey(to)?.['id'])
      if (newest) await post({ status: 'read', message_id: newest, typing_indicator: { type: 'text' } })
    },
  } satisfies Partial<Channel>
}

const isMetaHost = (host: string) => host === 'lookaside.fbsbx.com'

/** The address is valid for five minutes. @throws ChannelError refused when the file is gone or differs */
async function fetchCloudMedia(
  parts: CloudParts,
  { source }: Extract<Content, { source: unknown }>,
  write: WritePiece,
): Promise<void> {
  const { account, graph } = parts.session()
  const id = textOf(source['id'])
  if (!/^[\w.-]{1,200}$/.test(id)) throw new ChannelError('refused', 'The message names no file')
  try {
    const answer = await graph.get(id, { phone_number_id: account.phoneNumberId })
    const hash = createHash('sha256')
    const headers = { authorization: `Bearer ${account.token}` }
    await downloadMedia(parts.host, { address: textOf(answer['url']), isMetaHost, headers }, async (piece) => {
      hash.update(piece)
      await write(piece)
    })
    assertSame(hash.digest(), textOf(answer['sha256']) || textOf(source['sha256']))
  } catch (error) {
    throw parts.failed(error)
  }
}

function assertSame(digest: Buffer, expected: string) {
  if (expected === '' || [digest.toString('hex'), digest.toString('base64')].includes(expected)) return
  throw new ChannelError('refused', 'The file does not match its checksum')
}
