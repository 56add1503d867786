import { errorText, type Reader } from './error-text'
import type { Texts } from './pt'

/** Returns the number at the start of a provider's error: `405: WhatsApp refused the message`. */
export function providerCode(said: string): string | undefined {
  return /^(\d{3,6})(?!\d)/.exec(said)?.[1]
}

/** Returns why a message was not sent: by our code, by the provider's number, or a general text. */
export function sendErrorText(texts: Texts, said: string, reader: Reader = 'user'): string {
  if (said.startsWith('ERR_')) return errorText(texts, said, reader)
  const { codes, refusedWith, notConfirmed } = texts.error.provider
  const code = providerCode(said)
  if (code === undefined) return notConfirmed
  return (codes as Record<string, string>)[code] ?? refusedWith(code)
}
