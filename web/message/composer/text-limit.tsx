import { FailureText } from '../../ui/field/failure-text'
import { useFormat, useTexts } from '../../i18n/i18n'

interface TextLimitProps {
  text: string
  /** In UTF-16 code units, like on the server. */
  max: number
}

export function isTooLong(text: string, max: number) {
  return text.trim().length > max
}

/** Warns while the text is too long to be sent. */
export function TextLimit({ text, max }: TextLimitProps) {
  const t = useTexts().message.composer
  const format = useFormat()
  return (
    <div role="alert" className="text-limit-region">
      {isTooLong(text, max) && (
        <FailureText>{t.tooLong(format.number(text.trim().length), format.number(max))}</FailureText>
      )}
    </div>
  )
}
