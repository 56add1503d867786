import type { Address, Channel, ChatState } from '../../channel'
import type { CloudParts } from '../cloud-parts'
import { textOf } from '../receive/values'
import { bodyOf } from './message-body'
import { recipientOf } from './recipient'
import { objectsIn } from '../../../kernel/untyped-json.contract'

type Methods = Pick<Channel, 'send' | 'react' | 'markRead' | 'setTyping'>

export function sendingMethods(parts: CloudParts): Methods {
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
    async setTyping(to: Address, state: ChatState) {
      if (state === 'paused') return
      const newest = textOf(host.lastInboundKey(to)?.['id'])
      if (newest) await post({ status: 'read', message_id: newest, typing_indicator: { type: 'text' } })
    },
  }
}
