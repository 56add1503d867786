import { objectOf } from '../../../kernel/untyped-json.contract'
import { type Address, type Channel, ChannelError } from '../../channel'
import type { ChannelHost } from '../../channel-driver'
import { createConversationReader } from './import-conversations'
import { downloadMedia } from '../download-media'
import { type Graph, openGraph } from '../graph/graph-client'
import { createGraphSession } from '../graph-session'
import { textOf } from '../values'
import { changePageAccount, findPageAccount, type PageAccount, type PageParts, readPageAccount } from './page-account'
import { readTokenEnd } from './facebook-login'
import { type PageChannelName, subscribe } from './page-kinds'
import { recipientOf, sendToPage } from './send-to-page'

const isMetaHost = (host: string) => /(?:^|\.)(?:fbcdn\.net|fbsbx\.com|cdninstagram\.com)$/.test(host)

const pictureBytesMax = 2 * 1024 * 1024

/** Instagram accounts send through their page. */
export const openPageChannel =
  (channel: PageChannelName) =>
  (host: ChannelHost): Channel => {
    const parts: PageParts = createGraphSession(host, () => {
      const ctx = host.context()
      const account = readPageAccount(ctx, host.connectionId)
      return account && open(host, channel, account, openGraph(ctx, account))
    })

    async function act(to: Address, action: object) {
      const { account, graph } = parts.session()
      const addressed = recipientOf(parts, to)
      // Nobody has a conversation yet.
      if ('comment_id' in addressed.recipient) return
      try {
        await graph.post(`${account.pageId}/messages`, { ...addressed, ...action })
      } catch (error) {
        throw parts.failed(error)
      }
    }

    async function profileOf({ value }: Address, fields: string) {
      try {
        return await parts.session().graph.get(encodeURIComponent(value), { fields })
      } catch (error) {
        throw parts.failed(error)
      }
    }

    /** Meta may withdraw a token, or end access 90 days after the last login. */
    async function checkAccess() {
      try {
        const { account } = parts.session()
        const tokenExpiresAt = await readTokenEnd(host.context(), account.token)
        const ctx = host.context()
        if (findPageAccount(ctx, host.connectionId)?.tokenExpiresAt?.getTime() === tokenExpiresAt?.getTime()) return
        ctx.transaction(() => {
          changePageAccount(ctx, host.connectionId, { tokenExpiresAt })
          host.accountChanged()
        })
      } catch (error) {
        const failure = parts.failed(error)
        if (!(failure instanceof ChannelError)) throw failure
      }
    }

    const past = createConversationReader(parts, channel)

    return {
      async connect() {
        await parts.connect()
        if (parts.isConnected()) past.begin()
      },
      readHistory: past.read,
      checkAccess,
      disconnect: parts.disconnect,
      send: (message) => sendToPage(parts, channel, message),
      fetchMedia: ({ source }, _key, write) =>
        downloadMedia(host, { address: textOf(source['url']), isMetaHost }, write),
      react: (to, key, emoji) =>
        act(to, {
          sender_action: emoji ? 'react' : 'unreact',
          payload: { message_id: textOf(key['id']), ...(emoji ? { reaction: emoji } : {}) },
        }),
      async markRead(keys) {
        const from = textOf(keys.at(-1)?.['from'])
        if (from) await act({ kind: 'page-scoped', value: from }, { sender_action: 'mark_seen' })
      },
      setTyping: (to, state) => act(to, { sender_action: state === 'paused' ? 'typing_off' : 'typing_on' }),
      async fetchProfile(of) {
        const { name, first_name: first, last_name: last, username } = await profileOf(of, nameFields[channel])
        const whole = textOf(name) || [first, last].map(textOf).filter(Boolean).join(' ')
        return { name: whole || textOf(username), username: textOf(username) }
      },
      async fetchPicture(of) {
        const address = textOf((await profileOf(of, 'profile_pic'))['profile_pic'])
        if (!address) return undefined
        const pieces: Uint8Array[] = []
        let size = 0
        await downloadMedia(host, { address, isMetaHost }, async (piece) => {
          size += piece.length
          if (size <= pictureBytesMax) pieces.push(piece.slice())
        })
        return size <= pictureBytesMax ? Buffer.concat(pieces) : undefined
      },
    }
  }

const nameFields = { facebook: 'first_name,last_name', instagram: 'name,username' } satisfies Record<
  PageChannelName,
  string
>

/** Subscribes again: a user may have taken the app off the page. */
async function open(
  { context, connectionId }: ChannelHost,
  channel: PageChannelName,
  account: PageAccount,
  graph: Graph,
) {
  const answer = await graph.get(account.pageId, { fields: 'name,instagram_business_account{id,username}' })
  await subscribe(graph, account.pageId)
  const instagram = objectOf(answer['instagram_business_account'])
  const name = textOf(answer['name'])
  const username = textOf(instagram['username'])
  const store = () => changePageAccount(context(), connectionId, { updatedAt: context().now })
  const accountId = channel === 'instagram' ? textOf(instagram['id']) : account.pageId
  return { session: { account, graph, accountId }, number: '', name: name || username, store }
}
