import { ChannelError } from '../../channel'
import type { PlainError } from './line-calls'

/** Errors lose their class between threads. */
export function plainError(error: unknown): PlainError {
  if (error instanceof ChannelError) {
    const { message, reason, retryAfterMs } = error
    return { message, reason, retryAfterMs }
  }
  return { message: error instanceof Error ? error.message : String(error) }
}

export function fromPlainError({ message, reason, retryAfterMs }: PlainError): Error {
  if (reason === undefined) return new Error(message)
  return new ChannelError(reason as ChannelError['reason'], message, retryAfterMs)
}
