import { useFormat, useTexts } from '../../i18n/i18n'
import { CircleAlert } from '../../ui/icons'

interface TextLimitProps {
  text: string
  /** In UTF-16 code units, as the server counts. */
  max: number
}

export function isTooLong(text: string, max: number) {
  return text.trim().length > max
}

/** Says that what is written is longer than can be sent, while it is. */
export function TextLimit({ text, max }: TextLimitProps) {
  const t = useTexts().message.composer
  const format = useFormat()
  return (
    <div role="alert" className="text-limit-region">
      {isTooLong(text, max) && (
        <p className="form-failure">
          <CircleAlert size={16} aria-hidden />
          {t.tooLong(format.number(text.trim().length), format.number(max))}
        </p>
      )}
    </div>
  )
}
