import * as v from 'valibot'

/** POST /whatsappsession/{id}/pairing-code: the phone's number with country code, with or without punctuation. */
export const PairingCodeBody = v.object({
  number: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\D/g, '')),
    v.minLength(8, 'tooShort'),
    v.maxLength(15, 'tooLong'),
  ),
})
