import { useErrorText, useTexts } from '../i18n/i18n'

/** Why a recipient gets nothing: a word of the product, an error code, or what the provider said. */
export function useReason() {
  const { reasons } = useTexts('campaign').campaign.recipients
  const { error } = useTexts()
  const errorText = useErrorText()
  return (reason: string): string => {
    if (Object.hasOwn(reasons, reason)) return reasons[reason as keyof typeof reasons]
    const code = /^\d{3}\b/.exec(reason)?.[0]
    const { codes } = error.provider
    if (code && Object.hasOwn(codes, code)) return codes[Number(code) as keyof typeof codes]
    return errorText(reason)
  }
}
