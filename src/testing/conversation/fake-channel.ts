import { type Channel, ChannelError } from '../../channel/channel'
import { stub } from '../stub'

type Methods = Required<Channel>
type Call = { [Name in keyof Methods]: { name: Name; args: Parameters<Methods[Name]> } }[keyof Methods]

/** Records its calls, for the outbox's rules; drivers are tested against servers of their protocols. `fail` sets the next call's result. */
export function createFakeChannel() {
  const calls: Call[] = []
  const answers: (() => void | Promise<void>)[] = []
  const record =
    (name: keyof Channel) =>
    async (...args: unknown[]) => {
      calls.push({ name, args } as Call)
      await answers.shift()?.()
      return (name === 'checkNumbers' || name === 'listBlocked' ? [] : undefined) as never
    }
  const names = [
    ...(['connect', 'disconnect', 'requestPairingCode', 'send', 'edit', 'delete', 'react', 'markRead'] as const),
    ...([
      'setTyping',
      'watchTyping',
      'fetchMedia',
      'checkNumbers',
      'syncAddressBook',
      'readHistory',
      'fetchPicture',
      'rejectCall',
      'setBlocked',
      'listBlocked',
    ] as const),
  ]
  const channel = stub<Methods>(Object.fromEntries(names.map((name) => [name, record(name)])))
  return {
    channel,
    calls,
    then: (...next: (() => void | Promise<void>)[]) => void answers.push(...next),
    fail: (reason: ChannelError['reason'], message: string = reason) =>
      void answers.push(() => {
        throw new ChannelError(reason, message)
      }),
    sentIds: () => calls.flatMap((call) => (call.name === 'send' ? [call.args[0].id] : [])),
  }
}
