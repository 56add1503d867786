import type { Nats } from '../nats/connect-nats'
import { type Appender, createAppender } from './appender'
import type { LogCursor } from './log-rule'

export interface TakenLog {
  appender: Appender
  /** Everything that counts before it was acknowledged, or may have been; nothing of an earlier epoch counts after it. */
  fence: number
  /** Who owned it before. Empty in a new log. */
  before: { node: string; epoch: number }
}

/** Ends the epochs before, whether their owners know or not. `cursor` is one to read from. @throws Fenced by a later epoch; LogGap */
export async function takeLog(
  nats: Nats,
  name: string,
  from: Readonly<LogCursor>,
  own: { node: string; epoch: number },
): Promise<TakenLog> {
  const appender = createAppender(nats, name, { ...from }, own)
  const fence = await appender.append({ kind: 'fence', hasMore: false, content: new Uint8Array() })
  return { appender, fence, before: appender.before() }
}
