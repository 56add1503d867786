import { type Channel, ChannelError } from '../../channel/channel'
import { stub } from '../stub'

type Call = { [Name in keyof Channel]: { name: Name; args: Parameters<Channel[Name]> } }[keyof Channel]

/**
 * A channel that records its calls, for tests of the outbox's rules. Drivers are tested against servers that speak
 * their protocols. `fail` defines the result of the next call.
 */
export function createFakeChannel() {
  const calls: Call[] = []
  const answers: (() => void | Promise<void>)[] = []
  const record =
    (name: keyof Channel) =>
    async (...args: unknown[]) => {
      calls.push({ name, args } as Call)
      await answers.shift()?.()
      return undefined as never
    }
  const names = [
    ...(['connect', 'disconnect', 'requestPairingCode', 'send', 'edit', 'delete', 'react', 'markRead'] as const),
    ...([
      'setTyping',
      'watchTyping',
      'fetchMedia',
      'checkNumber',
      'checkNumbers',
      'syncAddressBook',
      'readHistory',
      'fetchPicture',
      'fetchGroup',
      'rejectCall',
      'setBlocked',
      'listBlocked',
    ] as const),
  ]
  const channel = stub<Channel>(Object.fromEntries(names.map((name) => [name, record(name)])))
  return {
    channel,
    calls,
    /** Defines the results of the next calls, in order. */
    then: (...next: (() => void | Promise<void>)[]) => void answers.push(...next),
    fail: (reason: ChannelError['reason'], message: string = reason) =>
      void answers.push(() => {
        throw new ChannelError(reason, message)
      }),
    sentIds: () => calls.flatMap((call) => (call.name === 'send' ? [call.args[0].id] : [])),
  }
}
