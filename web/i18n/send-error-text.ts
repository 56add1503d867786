import { errorText, hasErrorTexts, type MaybeErrorTexts, type Reader } from './error-text'

/** Returns the number at the start of a provider's error: `405: WhatsApp refused the message`. */
export function providerCode(said: string): string | undefined {
  return /^(\d{1,7})(?!\d)/.exec(said)?.[1]
}

/** Returns why a message was not sent: by our code, by the provider's number, or a general text. */
export function sendErrorText(texts: MaybeErrorTexts, said: string, reader: Reader = 'user'): string {
  if (said.startsWith('ERR_')) return errorText(texts, said, reader)
  if (!hasErrorTexts(texts)) return texts.ui.unknownError
  const { refusedWith, notConfirmed } = texts.error.provider
  const code = providerCode(said)
  if (code === undefined) return notConfirmed
  return providerErrorText(texts, said) ?? [refusedWith(code), sentenceOfMeta(said)].filter(Boolean).join(' ')
}

/** Meta's numbers are followed by a sentence, those of WhatsApp Web by a colon. */
const sentenceOfMeta = (said: string) => /^\d+ (.+)$/s.exec(said)?.[1]?.trim()

export function providerErrorText({ error }: MaybeErrorTexts, said: string): string | undefined {
  const code = providerCode(said)
  const codes: Record<string, string> | undefined = error?.provider.codes
  return code && codes && Object.hasOwn(codes, code) ? codes[code] : undefined
}
