import { errorText, type Reader } from './error-text'
import type { Texts } from './pt'

/** The number at the beginning of what a provider says: `405: WhatsApp refused the message`. */
export function providerCode(said: string): string | undefined {
  return /^(\d{3,6})(?!\d)/.exec(said)?.[1]
}

/** Why a message was not sent: a code of ours by its text, a provider's number by its meaning, anything else in general. */
export function sendErrorText(texts: Texts, said: string, reader: Reader = 'user'): string {
  if (said.startsWith('ERR_')) return errorText(texts, said, reader)
  const { codes, refusedWith, notConfirmed } = texts.error.provider
  const code = providerCode(said)
  if (code === undefined) return notConfirmed
  return (codes as Record<string, string>)[code] ?? refusedWith(code)
}
