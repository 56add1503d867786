import type { Channel, ChannelReport } from '../../channel/channel'

type Closing = Parameters<Channel['disconnect']>[0]

interface ConnectionSessionOptions {
  create(onReport: (report: ChannelReport) => void): Channel
  isWanted(): boolean
  /** Asked before each attempt; it is repeated like one that failed. */
  mayOpen(): boolean
  onReport(report: ChannelReport): void
  onFailure(message: string, error: unknown): void
}

const closeMsMax = 10_000

/** Opening and closing take turns, so that a closing session is not reopened. */
export function createConnectionSession(options: ConnectionSessionOptions) {
  let channel: Channel | undefined
  let work: Promise<void> = Promise.resolve()

  function later(step: () => Promise<void>) {
    work = work
      .then(step)
      .catch((error: unknown) => options.onFailure('A connection could not be opened or closed', error))
  }

  async function open() {
    if (channel || !options.isWanted()) return
    if (!options.mayOpen()) return options.onReport({ type: 'closed', reason: 'lost', message: 'ERR_READ_ONLY' })
    const opened = options.create((report) => handle(opened, report))
    channel = opened
    try {
      await opened.connect()
    } catch (error) {
      handle(opened, { type: 'closed', reason: 'lost', message: String(error) })
    }
  }

  function handle(from: Channel, report: ChannelReport) {
    if (channel !== from) return
    if (report.type === 'closed') channel = undefined
    options.onReport(report)
  }

  async function close({ logOut }: Closing) {
    const closing = channel
    channel = undefined
    if (closing) await end(closing, { logOut })
  }

  return {
    get channel() {
      return channel
    },
    open: () => later(open),
    close: (closing: Closing) => later(() => close(closing)),
    /** Of a closed session. */
    forget: (forgetCredentials: () => Promise<void>) => later(forgetCredentials),
    /** The session's results are unknown, so it is reported as lost. */
    abandon(from: Channel, message: string) {
      if (channel !== from) return
      later(() => end(from, { logOut: false }))
      handle(from, { type: 'closed', reason: 'lost', message })
    },
    settled: () => work,
  }
}

/** A session that does not end is abandoned: the next must not wait. */
async function end(channel: Channel, closing: Closing) {
  await Promise.race([channel.disconnect(closing), Bun.sleep(closeMsMax)])
}
