import * as v from 'valibot'

const digitCount = (text: string) => text.replace(/\D/g, '').length

export const PairingCodeBody = v.object({
  number: v.pipe(
    v.string(),
    v.maxLength(40, 'tooLong'),
    v.check((text) => digitCount(text) >= 8, 'tooShort'),
    v.check((text) => digitCount(text) <= 17, 'tooLong'),
  ),
})
