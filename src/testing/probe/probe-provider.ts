import { ChannelError, type OutgoingMessage } from '../../channel/channel'
import type { ChannelDriver } from '../../channel/channel-driver'
import type { ChannelProvider, GivenAccount, WebhookAccount } from '../../channel/channel-provider'
import { objectOf, objectsIn, textOf } from '../../kernel/untyped-json.contract'

/** The payload of this test channel: a message to a page. */
export interface PageEvent {
  id: string
  from: string
  text: string
  atMs: number
}

export const probeSecret = 'the secret of the app'

const normalise: ChannelDriver['normalise'] = (payload) => {
  const { id, from, text, atMs } = JSON.parse(payload) as PageEvent
  const chat = { addresses: [{ kind: 'page-scoped', value: from }] as const, name: `Pessoa ${from}` }
  return [{ type: 'message', id, chat, fromMe: false, atMs, content: { kind: 'text', text }, key: { id } }]
}

const openProbe =
  (sent: OutgoingMessage[]): ChannelDriver['open'] =>
  ({ report }) => ({
    connect: async () => report({ type: 'connected', number: '' }),
    async disconnect() {},
    async send(message) {
      sent.push(message)
      return { id: `probe-${sent.length}` }
    },
    fetchMedia: () => Promise.reject(new ChannelError('refused', 'A page sends no files')),
  })

/** The smallest provider: texts both ways, by webhook. It has the name and the rules of a channel without a driver. */
export function createProbe() {
  const sent: OutgoingMessage[] = []
  const accounts = new Map<string, WebhookAccount>()
  const keyOf = (companyId: number, connectionId: number) => `${companyId}/${connectionId}`

  const provider: ChannelProvider = {
    channel: 'facebook',
    createDriver: () => ({ ...probeDriver, open: openProbe(sent) }),
    webhook: {
      *split(body) {
        const { object, entry } = objectOf(body)
        if (object !== 'probe') return
        for (const { page, events } of objectsIn(entry)) {
          const shared = { accountId: textOf(page), businessAccountId: '' }
          for (const event of objectsIn(events)) yield { ...shared, payload: JSON.stringify(event) }
        }
      },
      account: ({ company }, connectionId) => accounts.get(keyOf(company.id, connectionId)),
      secret: () => probeSecret,
      noteVerified: ({ company }, connectionId) =>
        void Object.assign(accounts.get(keyOf(company.id, connectionId)) ?? {}, { isVerified: true }),
    },
  }

  /** What the provider's own call would hand to its host. */
  const accountOf = (accountId: string, webhookKey: string): GivenAccount => ({
    channel: 'facebook',
    accountId,
    field: 'page',
    async check() {
      if (accountId === '0') throw new ChannelError('refused', 'No such page')
      const account = { webhookKey, verifyToken: `verify-${accountId}`, businessAccountId: '' }
      return ({ company }, id) =>
        void accounts.set(keyOf(company.id, id), { ...account, isWanted: true, isVerified: false })
    },
  })

  return { provider, sent, accounts, accountOf }
}

/** For tests of what happens below its webhook. */
export const probeDriver: ChannelDriver = { open: openProbe([]), normalise, forget() {} }
