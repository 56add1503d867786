import { isKeyOf } from '../../src/kernel/typed-object.contract'
import { useErrorText, useTexts } from '../i18n/i18n'
import { providerErrorText } from '../i18n/send-error-text'

/** Explains why a recipient got no message: a reason of the product, an error code, or the provider's text. */
export function useReason() {
  const { reasons } = useTexts('campaign').campaign.recipients
  const texts = useTexts()
  const errorText = useErrorText()
  return (reason: string): string => {
    if (isKeyOf(reasons, reason)) return reasons[reason]
    return providerErrorText(texts, reason) ?? errorText(reason)
  }
}
